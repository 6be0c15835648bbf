import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { leadOfNewQuote, uniqueEmail } from './testing/quote-form.ts'
import { desktop, phone } from './testing/site.ts'
import { useStaffPages } from './testing/staff-screens.ts'
import { admin } from './testing/staff-api.ts'

const { openSignedIn, visit } = useStaffPages()
const acceptLink = /https?:\/\/\S+\/offers\/[^/\s]+\/accept/

test('on a phone, staff enter a price for a firm: what is missing is asked for, the homeowner hears it, and it can be withdrawn with a reason', async () => {
  const email = uniqueEmail()
  const lead = await leadOfNewQuote(email)
  const [offer] = await emailsWhere(({ text }) => text.includes(lead.reference) && acceptLink.test(text))
  const firmPage = await visit(acceptLink.exec(offer?.text ?? '')?.[0] ?? '', desktop)
  await firmPage.page.getByRole('button', { name: 'Accept' }).click()
  await firmPage.page.getByText(email).waitFor()
  await firmPage.close()

  const { page, close } = await openSignedIn(`/admin/leads/${lead.id}`, admin, phone)
  const prices = page.getByRole('region', { name: 'Prices' })
  await prices.getByRole('button', { name: 'Enter a price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter a price' })
  const send = dialog.getByRole('button', { name: 'Send the price' })
  await send.click()
  await dialog.getByText('Choose one').first().waitFor()
  await dialog.getByText('Say what this line is for').waitFor()
  await dialog.getByText('Enter an amount, like 2450 or 2,450.50').first().waitFor()

  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Fixed price' }).click()
  const line = (number: number) => dialog.getByRole('group', { name: `Line ${number}` })
  await line(1).getByLabel('What').fill('Block paving, laid on a new sub-base')
  await line(1).getByLabel('Quantity').fill('42.5')
  await line(1).getByLabel('Unit price').fill('80')
  await dialog.getByRole('button', { name: 'Add a line' }).click()
  await line(2).getByLabel('What').fill('Drain, if the ground needs one')
  await line(2).getByLabel('Unit price').fill('600')
  await line(2).getByLabel('Provisional sum').check()
  await dialog.getByText('The homeowner pays: £4,800.00').waitFor()
  await dialog.getByLabel('Deposit').fill('960')
  await dialog.getByRole('combobox', { name: 'Edging' }).click()
  await page.getByRole('option', { name: 'Not included' }).click()
  await dialog.getByLabel('What else the firm said').fill('We could start in three weeks.')
  expect(await seriousFindings(page)).toEqual([])
  await send.click()
  await dialog.waitFor({ state: 'detached' })

  await prices.getByText('£4,800.00').waitFor()
  await prices.getByText('Open', { exact: true }).waitFor()
  await prices.getByText('Not seen by the homeowner yet').waitFor()
  await prices.getByText('The deposit is above 15% of the price.').waitFor()
  await prices.getByRole('button', { name: 'Details' }).click()
  await prices.getByText('£720.00 of it provisional').waitFor()
  await prices.getByText('42.5 item at £80.00 · 20% VAT').waitFor()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText(/^Entered a price of £4,800\.00 for /).waitFor()
  await timeline.getByText('New → Quoted').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const [mail] = await emailsWhere((each) => sentTo(email)(each) && each.subject.startsWith('A price from '))
  expect(mail?.text).toContain('£4,800.00')

  await prices.getByRole('button', { name: /^Withdraw the price from / }).click()
  const asked = page.getByRole('dialog', { name: /^Withdraw the price from / })
  await asked.getByLabel('Reason').fill('The firm mistyped the drain.')
  await asked.getByRole('button', { name: 'Withdraw the price' }).click()
  await prices.getByText('Withdrawn', { exact: true }).waitFor()
  await prices.getByText('Reason: The firm mistyped the drain.').waitFor()
  await timeline.getByText(/^The price of £4,800\.00 from .* was withdrawn$/).waitFor()
  await emailsWhere((each) => sentTo(email)(each) && each.text.includes('The firm mistyped the drain.'))
  await close()
})
