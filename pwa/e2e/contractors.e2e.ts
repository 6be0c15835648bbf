import { expect, test } from 'vitest'
import { mailsWhere, sentTo } from './testing/inbox.ts'
import { messageShown } from './testing/page-editor.ts'
import { leadOfNewQuote } from './testing/quote-form.ts'
import { desktop, phone, useBrowser } from './testing/site.ts'
import { signIn } from './testing/staff-screens.ts'
import { seriousFindings } from './testing/axe.ts'

const browser = useBrowser()

async function openSignedIn(path: string, options: object) {
  const visited = await browser.visit('/login', options)
  await signIn(visited.page)
  await visited.page.goto(path)
  return visited
}

test('an admin adds and edits a firm by keyboard alone, and it is offered the next lead in its area, as the dry run said', async () => {
  const id = crypto.randomUUID().slice(0, 8)
  const name = `Kirkwall Kerbs ${id}`
  const email = `jobs-${id}@kirkwall.example`
  const { page, close } = await openSignedIn('/admin/contractors', desktop)
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
  await keyboard.press('Enter')
  await messageShown(page, 'Contractor updated successfully')
  await row.getByText('500').waitFor()

  await page.getByRole('button', { name: 'Who would get a lead?' }).press('Enter')
  await dialog.getByLabel('Postcode').fill('KW15 1AA')
  await keyboard.press('Enter')
  await dialog.getByRole('listitem').filter({ hasText: name }).getByText('Would get it').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'Mancunian Driveways' }).getByText('Not suitable').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await keyboard.press('Escape')

  const lead = await leadOfNewQuote(browser, undefined, 'KW15 1AA')
  await mailsWhere((mail) => sentTo(email)(mail) && mail.text.includes(lead.reference))
  await page.goto(`/admin/leads/${lead.id}`)
  const offers = page.getByRole('region', { name: 'Offers to firms' })
  await offers.getByRole('listitem').filter({ hasText: name }).getByText('Waiting for answer').waitFor()
  await close()

  const small = await openSignedIn(`/admin/contractors?q=${id}`, phone)
  const card = small.page.getByRole('listitem').filter({ hasText: email })
  await card.getByText('0 of 1 accepted (0%)').waitFor()
  await card.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await small.page
    .getByRole('dialog', { name: `Delete ${name}` })
    .getByText(email)
    .waitFor()
  await small.page.getByRole('button', { name: 'Delete Contractor' }).press('Enter')
  await messageShown(small.page, 'Contractor deleted successfully')
  await small.page.getByText('No contractors match').waitFor()
  await small.page.goto(`/admin/leads/${lead.id}`)
  await small.page
    .getByRole('region', { name: 'Offers to firms' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByText('Withdrawn')
    .waitFor()
  await small.close()
})
