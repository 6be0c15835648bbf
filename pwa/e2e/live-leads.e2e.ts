import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leadOfNewQuote } from './testing/quote-form.ts'
import { changeLead } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const browser = useStaffPages()

/** The lead list of an admin, marked so that a reload shows. */
async function openList() {
  const visit = await browser.openSignedIn('/admin')
  // By itself the list loads every 30 seconds; not here, so that whatever it shows came by the stream.
  await visit.page.evaluate(() => Object.assign(window, { setInterval: () => 0 }))
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
  await row.waitFor()
  await changeLead(lead.id, { status: 'contacted' })
  await row.getByText('Contacted').waitFor()
  expect(await isNotReloaded(page)).toBe(true)
  await close()
})
