import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leadOfNewQuote } from './testing/quote-form.ts'
import { changeLead } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const browser = useStaffPages()

/** The lead list of an admin, marked so that a reload shows. */
async function openList() {
  const visit = await browser.openSignedIn('/admin')
  await visit.page.getByRole('link', { name: 'Lead Management' }).click()
  await visit.page.getByRole('row').nth(1).waitFor()
  await visit.page.evaluate(() => Object.assign(window, { notReloaded: true }))
  return visit
}
const isNotReloaded = (page: Page) => page.evaluate(() => 'notReloaded' in window)
const rowOf = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference })

test('a lead that one browser submits appears in another’s list without a reload, and so does what a colleague changes', async () => {
  const { page, close } = await openList()
  const lead = await leadOfNewQuote()
  const row = rowOf(page, lead.reference)
  // Before the list would load by itself, which it does every 30 seconds.
  await row.waitFor({ timeout: 25_000 })
  await changeLead(lead.id, { status: 'contacted' })
  await row.getByText('Contacted').waitFor({ timeout: 25_000 })
  expect(await isNotReloaded(page)).toBe(true)
  await close()
})
