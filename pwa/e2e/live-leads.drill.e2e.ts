import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { apiAwayErrors, expectErrors, killApi } from './testing/site.ts'
import { changeLead, leadsOf } from './testing/staff-api.ts'
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

test('a lead that was sent while the api was killed and started again appears too, once', async () => {
  expectErrors(apiAwayErrors)
  const { page, close } = await openList()
  const email = uniqueEmail()
  const homeowner = await browser.visit()
  const form = quoteForm(homeowner.page)
  await form.fillIn(email)
  killApi()
  await form.send()
  await homeowner.page.getByRole('heading', { name: 'We have your request' }).waitFor()
  await homeowner.close()

  const leads = await leadsOf(email)
  expect(leads).toHaveLength(1)
  const row = rowOf(page, leads[0]?.reference ?? '')
  await row.waitFor()
  await changeLead(leads[0]?.id ?? 0, { status: 'contacted' })
  await row.getByText('Contacted').waitFor()
  expect([await row.count(), await isNotReloaded(page)]).toEqual([1, true])
  await close()
})
