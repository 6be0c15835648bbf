import { expect, test } from 'vitest'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { messageShown } from './testing/page-editor.ts'
import { leadOfNewQuote } from './testing/quote-form.ts'
import { phone } from './testing/site.ts'
import { seriousFindings } from './testing/axe.ts'
import { show, useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('an admin adds and edits a firm by keyboard alone, and it is offered the next lead in its area, as the dry run said', async () => {
  const id = crypto.randomUUID().slice(0, 8)
  const name = `Kirkwall Kerbs ${id}`
  const email = `jobs-${id}@kirkwall.example`
  const contact = `inga-${id}@kirkwall.example`
  const { page, close } = await openSignedIn('/admin/contractors')
  const { keyboard } = page
  const row = page.getByRole('row').filter({ hasText: email })
  const dialog = page.getByRole('dialog')
  await page.getByText('Thames Paving').waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Add Contractor' }).focus()
  await keyboard.press('Enter')
  await dialog.getByLabel('Name').waitFor()
  await keyboard.press('Enter')
  await messageShown(page, 'Please fill in required fields')
  expect(await seriousFindings(page)).toEqual([])
  await keyboard.type(name)
  await keyboard.press('Tab')
  await keyboard.type(email)
  await dialog.getByRole('combobox', { name: 'Trades' }).focus()
  await keyboard.type('drive')
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await keyboard.type('KW99')
  await keyboard.press('Backspace')
  await keyboard.press('Backspace')
  await keyboard.type('15,XX')
  await keyboard.press('Enter')
  await dialog.getByText('We do not know the area “XX”').waitFor()
  await keyboard.press('Control+A')
  await keyboard.press('Backspace')
  await keyboard.press('Enter')
  await messageShown(page, 'Contractor added successfully')
  await row.getByText('KW15').waitFor()

  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter')
  await dialog.getByLabel('Name').waitFor()
  await dialog.getByRole('textbox', { name: 'Offers per day' }).focus()
  await keyboard.press('Control+A')
  await keyboard.type('500')
  await dialog.getByLabel('Verified until').fill(dayIn(20))
  await keyboard.press('Enter')
  await messageShown(page, 'Contractor updated successfully')
  await row.getByText('500').waitFor()

  await row.getByRole('link', { name }).press('Enter')
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Pick on a map' }).press('Enter')
  const map = page.getByRole('dialog', { name: 'Pick areas' })
  await map.getByRole('button', { name: 'ZE, Shetland' }).focus()
  expect(await seriousFindings(page)).toEqual([])
  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await keyboard.press('Space')
  await map.getByText('3 areas chosen').waitFor()
  await map.getByRole('button', { name: 'Done', exact: true }).press('Enter')
  await dialog.getByText('KW', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Add a contact' }).press('Enter')
  await keyboard.type('Inga Flett')
  await keyboard.press('Tab')
  await keyboard.type('Owner')
  await keyboard.press('Tab')
  await keyboard.type(contact)
  await dialog.getByRole('combobox', { name: 'Emails of the firm go to' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Inga Flett' }).press('Enter')
  await dialog.getByRole('checkbox', { name: 'Monday' }).press('Space')
  await dialog.getByRole('combobox', { name: 'Outside these hours' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Send offers at any hour' }).press('Enter')
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await messageShown(page, 'Contractor updated successfully')
  await page.getByText('Mon 08:00–17:00 (Europe/London)').waitFor()
  await page.getByText('Gets the emails').waitFor()

  await page.getByRole('button', { name: 'Add evidence' }).press('Enter')
  const pdf = { name: 'cert.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
  await dialog.getByLabel('File', { exact: true }).setInputFiles(pdf)
  await dialog.getByLabel('Expires').fill(dayIn(20))
  await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await messageShown(page, 'Evidence added')
  await page.getByText('Expires soon').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download cert.pdf' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('cert.pdf')
  await page.getByRole('link', { name: 'Back to Contractors' }).press('Enter')
  await row.getByText('1 file expiring').waitFor()

  await page.getByRole('button', { name: 'Who would get a lead?' }).press('Enter')
  await dialog.getByLabel('Postcode').fill('KW15 1AA')
  await keyboard.press('Enter')
  await dialog.getByRole('listitem').filter({ hasText: name }).getByText('Would get it').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'Mancunian Driveways' }).getByText('Not suitable').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await keyboard.press('Escape')

  const lead = await leadOfNewQuote(undefined, 'KW15 1AA')
  await emailsWhere((email) => sentTo(contact)(email) && email.text.includes(lead.reference))
  await show(page, `/admin/leads/${lead.id}`)
  const offers = page.getByRole('region', { name: 'Offers to firms' })
  await offers.getByRole('listitem').filter({ hasText: name }).getByText('Waiting for answer').waitFor()

  await page.setViewportSize(phone.viewport)
  // Loaded anew: within the app the list may be as old as half a minute.
  await page.goto('/admin/contractors')
  await page.getByLabel('Search name or email').fill(id)
  const card = page.getByRole('listitem').filter({ hasText: email })
  await card.getByText('0 of 1 accepted (0%)').waitFor()
  await card.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await page
    .getByRole('dialog', { name: `Delete ${name}` })
    .getByText(email)
    .waitFor()
  await page.getByRole('button', { name: 'Delete Contractor' }).press('Enter')
  await messageShown(page, 'Contractor deleted successfully')
  await page.getByText('No contractors match').waitFor()
  await show(page, `/admin/leads/${lead.id}`)
  await offers.getByRole('listitem').filter({ hasText: name }).getByText('Withdrawn').waitFor()
  await close()
})

test('a file of firms is imported after a look at what would be added, and again adds nothing', async () => {
  const id = crypto.randomUUID().slice(0, 8)
  const { page, close } = await openSignedIn(`/admin/contractors?q=${id}`)
  const dialog = page.getByRole('dialog')
  const good = `Orkney Import ${id},import-${id}@orkney.example,driveways,KW16`
  const file = {
    name: 'firms.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Company,Email,Services,Postcodes\n${good}\nWrong,wrong-${id}@orkney.example,driveways,XX9\n`),
  }
  const choose = async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await dialog.getByLabel('CSV file').setInputFiles(file)
  }
  await choose()
  await dialog.getByText('1 firm would be added').waitFor()
  await dialog.getByText('Row 3, Postcodes: We do not know the area “XX9”').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 1 firm' }).press('Enter')
  await dialog.getByText('1 firm added').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByRole('row').filter({ hasText: 'KW16' }).waitFor()
  await choose()
  await dialog.getByText('0 firms would be added').waitFor()
  await close()
})
