import mongoose from 'mongoose'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { postQuote, uniqueEmail } from './testing/quote-form.ts'
import { mongoUri, useBrowser } from './testing/site.ts'
import { changeLead, leadsOf, manager } from './testing/staff-api.ts'
import { signIn } from './testing/staff-screens.ts'

// Chromium without a window shows no icon: the browser's two functions write down what it would count.

const { visit } = useBrowser()
beforeAll(() => void mongoose.connect(mongoUri()))
afterAll(() => mongoose.disconnect())

const noteBadges = () =>
  Object.assign(Navigator.prototype, {
    setAppBadge: async (count: number) => localStorage.setItem('e2e-badge', String(count)),
    clearAppBadge: async () => localStorage.setItem('e2e-badge', '0'),
  })
const badge = (page: Page) => page.evaluate(() => localStorage.getItem('e2e-badge'))
const soon = { timeout: 60_000 }

test('the icon counts a lead that is nearly due until somebody contacts its homeowner, and nothing after log-out', async () => {
  const email = uniqueEmail()
  await postQuote({ email })
  const { id = 0, reference = '' } = (await leadsOf(email))[0] ?? {}
  const { page, context, close } = await visit('/')
  await context.addInitScript(noteBadges)
  await page.goto('/login')
  await signIn(page, manager)
  await expect.poll(() => badge(page), soon).not.toBeNull()
  const others = Number(await badge(page))

  const leads = mongoose.connection.collection<{ _id: number }>('leads')
  const set = (fields: object) => leads.updateOne({ _id: id }, { $set: fields })
  await set({ createdAt: new Date(Date.now() - 100 * 60_000) })
  await expect.poll(() => badge(page), soon).toBe(String(others + 1))
  const hint = page.getByRole('status').filter({ hasText: 'about to miss the promise' })
  await hint.waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await hint.getByRole('link', { name: /^Show / }).click()
  await page.getByText(reference).first().waitFor()

  await changeLead(id, { status: 'contacted' })
  await expect.poll(() => badge(page), soon).toBe(String(others))
  await set({ status: 'new' })
  await expect.poll(() => badge(page), soon).toBe(String(others + 1))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => badge(page), soon).toBe('0')
  await close()
})
