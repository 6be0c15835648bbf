import { expect, test } from 'vitest'
import { leadOfNewQuote } from './testing/quote-form.ts'
import { desktop, useBrowser } from './testing/site.ts'
import { changeLead } from './testing/staff-api.ts'
import { signIn } from './testing/staff-screens.ts'

const browser = useBrowser()

test('a lead that one browser submits appears in another’s list without a reload, and so does what a colleague changes', async () => {
  const { page, close } = await browser.visit('/login', desktop)
  await signIn(page)
  await page.getByRole('link', { name: 'Lead Management' }).click()
  await page.getByRole('row').nth(1).waitFor()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))

  const lead = await leadOfNewQuote(browser)
  const row = page.getByRole('row').filter({ hasText: lead.reference })
  // Well before the list would load by itself, which it does every 30 seconds.
  await row.waitFor({ timeout: 10_000 })
  await changeLead(lead.id, { status: 'contacted' })
  await row.getByText('Contacted').waitFor({ timeout: 10_000 })
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
  await close()
})
