import { expect, test } from 'vitest'
import { isNotReloaded, openList, rowOf } from './testing/live-list.ts'
import { leadOfNewQuote } from './testing/quote-form.ts'
import { changeLead } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const browser = useStaffPages()

test('a lead that one browser submits appears in another’s list without a reload, and so does what a colleague changes', async () => {
  const { page, close } = await openList(browser)
  const lead = await leadOfNewQuote()
  const row = rowOf(page, lead.reference)
  await row.waitFor()
  await changeLead(lead.id, { status: 'contacted' })
  await row.getByText('Contacted').waitFor()
  expect(await isNotReloaded(page)).toBe(true)
  await close()
})
