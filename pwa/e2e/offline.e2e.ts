import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { answered, expectErrors, offlineErrors, readyForOffline, switchOn, useBrowser } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'

const { visit } = useBrowser({ offline: true })
const notSent = 'Saved on this phone — not sent yet'
const received = 'We have your request'

/** Both tabs come back online and see what was sent: with one request, which made one lead. */
async function expectSentOnce(email: string, context: BrowserContext, tabs: readonly Page[]) {
  const answers: number[] = []
  context.on('response', (response) => response.url().endsWith('/api/quote') && answers.push(response.status()))
  await context.setOffline(false)
  await Promise.all(tabs.map((tab) => tab.getByRole('heading', { name: received }).waitFor()))
  expect(answers).toEqual([201])
  expect(await leadsOf(email)).toHaveLength(1)
}

test('a quote sent without a network survives switching the phone off and arrives once', async () => {
  expectErrors(offlineErrors)
  const email = uniqueEmail()
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-phone-'))
  const before = await switchOn(folder)
  await before.page.goto('/')
  await readyForOffline(before.page)
  await before.context.setOffline(true)
  await before.page.goto('/')
  const form = quoteForm(before.page)
  await form.fillIn(email)
  await form.send()
  await before.page.getByRole('heading', { name: notSent }).waitFor()
  expect(await before.page.locator('body').innerText()).not.toContain(received)
  await before.close()
  expect(await leadsOf(email)).toEqual([])

  const after = await switchOn(folder)
  await after.page.goto('/thank-you')
  await after.page.getByRole('heading', { name: received }).waitFor()
  const leads = await leadsOf(email)
  expect(leads).toHaveLength(1)
  expect(await after.page.locator('.thank-you__reference').innerText()).toContain(leads[0]?.reference)
  await after.page.reload()
  await after.page.getByRole('heading', { name: received }).waitFor()
  expect(await leadsOf(email)).toHaveLength(1)
  await after.close()
  await rm(folder, { recursive: true, force: true })
})

test('two tabs and the service worker that all come back online send a waiting quote once', async () => {
  expectErrors(offlineErrors)
  const email = uniqueEmail()
  const { page, context, close } = await visit()
  await readyForOffline(page)
  await context.setOffline(true)
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.send()
  await page.getByRole('heading', { name: notSent }).waitFor()
  const second = await context.newPage()
  await second.goto('/thank-you')
  await second.getByRole('heading', { name: notSent }).waitFor()
  await expectSentOnce(email, context, [page, second])
  await close()
})

test('a server that fails is shown like no network: the quote waits, and Edit brings it back to the form', async () => {
  expectErrors(answered(503, '/api/quote'))
  const email = uniqueEmail()
  const { page, context, close } = await visit('/', { serviceWorkers: 'block' })
  await context.route('**/api/quote', (route) => route.fulfill({ status: 503, headers: { 'retry-after': '600' } }))
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.send()
  await page.getByRole('heading', { name: notSent }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await form.field('first_name').waitFor()
  expect(await form.field('email').inputValue()).toBe(email)
  await form.field('additionalInfo').fill('The gate is wide after all.')
  await context.unroute('**/api/quote')
  await form.send()
  await page.getByRole('heading', { name: received }).waitFor()
  expect(await leadsOf(email)).toMatchObject([{ additional_info: 'The gate is wide after all.' }])
  await close()
})
