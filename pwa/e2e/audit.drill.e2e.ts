import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { signInByForm, useStaffPages } from './testing/staff-screens.ts'
import { postQuote, uniqueEmail } from './testing/quote-form.ts'
import { phone } from './testing/site.ts'
import { changeLead, leadsOf } from './testing/staff-api.ts'

const { openSignedIn, visit } = useStaffPages()

test('what was done with a lead is found by its reference, followed to the lead, and exported', async () => {
  const email = uniqueEmail()
  const reference = await postQuote({ email })
  const [{ id } = { id: 0 }] = await leadsOf(email)
  await changeLead(id, { status: 'contacted' })
  for (let day = 10; day < 35; day++) await changeLead(id, { follow_up_at: new Date(2027, 0, day).toISOString() })

  const { page, close } = await openSignedIn('/admin')
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await page.getByText('Changed a lead').first().waitFor()
  await page.getByLabel('Lead reference').fill(reference.toLowerCase())
  await page.getByText('26 entries, newest first').waitFor()
  expect(new URL(page.url()).search).toBe(`?reference=${reference}`)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Status new → contacted' })
  await row.waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await row.getByRole('link', { name: reference }).click()
  await page.waitForURL(`**/admin/leads/${id}`)
  await page.getByText('Aoife Byrne').first().waitFor()
  await page.goBack()
  await row.waitFor()
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Opened a lead' }).click()
  await page.getByText('1 entry, newest first').waitFor()
  await page.reload()
  await page.getByText('1 entry, newest first').waitFor()

  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^kerbside-audit-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(new RegExp(`,Opened a lead,Lead,${reference},${id},$`))

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Exported the audit trail').first().waitFor()
  await close()
})

test('on a phone an entry is a card, and a filter that leaves nothing is taken away again', async () => {
  const { page, close } = await visit('/login', phone)
  await signInByForm(page)
  await page.goto('/admin/audit?reference=KB-NOBODY')
  await page.getByText('No entries match').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByText('Signed in').first().waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await close()
})
