import { expect, test } from 'vitest'
import { isNotReloaded, openList, rowOf } from './testing/live-list.ts'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { apiAwayErrors, expectErrors, killApi } from './testing/site.ts'
import { changeLead, leadsOf } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const browser = useStaffPages()

test('a lead that was sent while the api was killed and started again appears too, once', async () => {
  expectErrors(apiAwayErrors)
  const { page, close } = await openList(browser)
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
