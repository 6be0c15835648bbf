import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, type InboxEmail } from './testing/inbox.ts'
import { changeLead, leadsOf } from './testing/staff-api.ts'
import { choose, dialog, markedLeads, search, submit } from './testing/lead-list.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('at a desk, leads are filtered, selected, assigned, moved with a report of those left out, and deleted; a view is saved', async () => {
  const mark = await markedLeads(3)
  const [last] = await leadsOf(`${mark}-3`)
  await changeLead(last?.id ?? 0, { status: 'converted' })
  const { page, close } = await openSignedIn('/admin/leads')
  await search(page, mark)
  await page.getByText('3 leads match, newest first').waitFor()
  await choose(page, 'Assignee', 'Unassigned')
  await choose(page, 'Sort by', 'Oldest first')
  await page.getByText('3 leads match, oldest first').waitFor()
  expect(new URL(page.url()).search).toBe(`?q=${mark}&assigned_to=none&sort=created_at`)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await dialog(page).getByLabel('Name').fill(`Nobody’s ${mark}`)
  await submit(page, 'Save view')
  await page.getByText('View saved').waitFor()

  await page.reload()
  await page.getByText('3 leads match, oldest first').waitFor()
  expect(await page.getByRole('row').nth(1).innerText()).toContain(`${mark}-1`)
  await page.getByLabel('Select all leads on this page').check()
  await page.getByText('3 leads selected').waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Assign Leads' }).click()
  await dialog(page).getByText('3 leads selected.').waitFor()
  await choose(page, 'Colleague', 'Alex Morgan (me)')
  await submit(page, 'Assign 3 leads')
  await page.getByText('3 leads assigned to Alex Morgan').waitFor()
  await page.getByText('No leads match').waitFor()

  await page.getByRole('button', { name: 'Remove the filter Unassigned' }).click()
  await page.getByText('3 leads match, oldest first').waitFor()
  await page.getByLabel('Select all leads on this page').check()
  await page.getByRole('button', { name: 'Send Follow-up' }).click()
  await dialog(page).getByLabel('Message').fill('When may we call you?')
  expect(await seriousFindings(page)).toEqual([])
  await submit(page, 'Email 3 leads')
  await page.getByText('Follow-up on its way for 3 leads').waitFor()
  const isOurs = ({ to, text }: InboxEmail) =>
    to.some(({ address }) => address.startsWith(mark)) && /When may we/.test(text)
  await expect.poll(async () => (await emailsWhere(isOurs)).length).toBe(3)

  await page.getByLabel('Select all leads on this page').check()
  await page.getByRole('button', { name: 'Update Status' }).click()
  await choose(page, 'New status', 'Contacted')
  await dialog(page).getByText('1 of them cannot become Contacted and is skipped.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await submit(page, 'Move 3 leads')
  await dialog(page).getByText('2 leads moved to Contacted').waitFor()
  await dialog(page).getByText('A converted lead cannot become contacted. (1)').waitFor()
  await dialog(page)
    .getByRole('link', { name: last?.reference ?? '' })
    .waitFor()
  await submit(page, 'Close')

  await choose(page, 'Status', 'Contacted')
  await page.getByText('2 leads match, oldest first').waitFor()
  await page.getByLabel('Select all leads on this page').check()
  await page.getByRole('button', { name: 'Delete Selected (2)' }).click()
  await dialog(page).getByText('Delete 2 selected lead(s)? This cannot be undone.').waitFor()
  await submit(page, 'Delete')
  await page.getByText('2 leads deleted').waitFor()
  await expect.poll(async () => (await leadsOf(mark)).length).toBe(1)

  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: `Nobody’s ${mark}` }).click()
  await page.getByText('0 leads match, oldest first').waitFor()
  await page.goBack()
  await page.getByRole('group', { name: 'Active filters' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rename or delete…' }).click()
  await page.getByRole('button', { name: `Delete Nobody’s ${mark}` }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await page.getByText('View deleted').waitFor()
  await close()
})
