import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { leadOfNewQuote, uniqueEmail } from './testing/quote-form.ts'
import { expectErrors, goOnline, offlineErrors, phone } from './testing/site.ts'
import { admin, changeLead } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('on a phone, staff send a quote: what is missing is asked for, a lost connection loses nothing, and the homeowner gets it once', async () => {
  const email = uniqueEmail()
  const lead = await leadOfNewQuote(email)
  const { page, close } = await openSignedIn(`/admin/leads/${lead.id}`, admin, phone)
  await page.getByRole('button', { name: 'Send Quote' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Quote' })
  const send = dialog.getByRole('button', { name: 'Send quote' })
  await send.click()
  await dialog.getByText('Enter an amount, like 2450 or 2,450.50').waitFor()
  await dialog.getByText('Write a message', { exact: true }).waitFor()

  await dialog.getByLabel('Amount').fill('2,450')
  await dialog.getByLabel('Message').fill('Block paving with drains.\n\nTwo days of work.')
  const pdf = Buffer.from('%PDF-1.7 what the price includes')
  await dialog
    .getByLabel('PDF', { exact: true })
    .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
  await dialog.getByText('This file is no PDF.').waitFor()
  await dialog
    .getByLabel('PDF', { exact: true })
    .setInputFiles({ name: 'Offer 1.pdf', mimeType: 'application/pdf', buffer: pdf })
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await preview.getByText('Attached: Offer 1.pdf (1 kB)').waitFor()
  await preview.getByText(`To: ${email}`).waitFor()
  await preview.getByText('£2,450.00').waitFor()
  await preview.getByText('Two days of work.').waitFor()
  expect(await seriousFindings(page)).toEqual([])

  // What could not be sent stays in the dialog.
  expectErrors(offlineErrors)
  await page.context().setOffline(true)
  await send.click()
  await dialog.getByText('We could not reach the server.').waitFor()
  await goOnline(page)
  await send.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('The quote is on its way').waitFor()

  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('Sent a quote of £2,450.00').waitFor()
  await timeline.getByText('New → Quoted').waitFor()
  const arriving = page.waitForEvent('download')
  await timeline.getByRole('button', { name: 'Offer 1.pdf (1 kB)' }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toBe('Offer 1.pdf')
  expect(await readFile(await download.path())).toEqual(pdf)
  await page.getByRole('region', { name: 'Status' }).getByText('Quoted', { exact: true }).waitFor()
  const emails = page.getByRole('region', { name: 'Emails' })
  await emails
    .getByRole('listitem')
    .filter({ hasText: 'Quote of £2,450.00 to the homeowner' })
    .getByText('Sent')
    .waitFor()

  const subject = `Your quote from Kerbside – ${lead.reference}`
  const messages = await emailsWhere((message) => sentTo(email)(message) && message.subject === subject)
  expect(messages).toHaveLength(1)
  expect(messages[0]?.attachments).toMatchObject([{ fileName: 'Offer 1.pdf', contentType: 'application/pdf' }])
  expect(messages[0]?.text).toContain('Our quote: £2,450.00')
  expect(messages[0]?.text).toContain('Two days of work.\n\nAlex Morgan, Kerbside')

  // A lost lead is reopened before it is quoted.
  await changeLead(lead.id, { status: 'lost' })
  await page.reload()
  await page.getByRole('button', { name: 'Send Quote' }).click()
  await dialog.getByText('This lead is lost. Reopen it first: move it to Contacted, then send the quote.').waitFor()
  expect(await send.isDisabled()).toBe(true)
  await close()
})
