import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { phone } from './testing/site.ts'
import { admin } from './testing/staff-api.ts'
import { choose, dialog, markedLeads, search, submit } from './testing/lead-list.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('on a phone, all leads that match are selected beyond the page and get a follow-up', async () => {
  const mark = await markedLeads(27)
  const { page, close } = await openSignedIn('/admin/leads', admin, phone)
  await search(page, mark)
  await page.getByText('27 leads match, newest first').waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await choose(page, 'Status', 'New')
  await dialog(page).getByRole('button', { name: 'Show 27 leads' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 27 that match' }).click()
  await page.getByText('All 27 leads that match are selected.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Schedule Calls' }).click()
  await dialog(page).getByLabel('Follow-up on').fill('2036-05-06')
  await submit(page, 'Schedule 27 leads')
  await page.getByText('27 leads to be followed up on 6 May 2036').waitFor()
  // A busy server takes longer than the dialog waits; then a report says it.
  const report = dialog(page).getByRole('button', { name: 'Close' })
  if (await report.isVisible()) await report.click()
  await page.getByRole('button', { name: 'Remove the filter New' }).click()
  await page.goto(`/admin/leads?q=${mark}&sort=follow_up_at&filter=followup`)
  await page.getByText('No leads match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page.getByRole('group', { name: 'Active filters' }).waitFor({ state: 'detached' })
  await close()
})
