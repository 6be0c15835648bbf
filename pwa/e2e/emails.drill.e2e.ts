import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { leadOfNewQuote, uniqueEmail } from './testing/quote-form.ts'
import { admin } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

/** The confirmation that a homeowner gets now. */
async function confirmation() {
  const email = uniqueEmail()
  await leadOfNewQuote(email)
  const [message] = await emailsWhere(sentTo(email))
  return message?.text ?? ''
}

test('Emails: an admin rewords the confirmation and tries it, homeowners get it in these words once it is saved, and the built-in ones come back', async () => {
  const { page, close } = await openSignedIn('/admin')
  await page.getByRole('link', { name: 'Emails', exact: true }).click()
  await page.waitForURL('**/admin/emails')
  await page.getByRole('link', { name: 'Confirmation' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Confirmation' }).click()

  const heading = page.getByRole('textbox', { name: 'Heading' })
  await heading.fill('Lovely to hear from you')
  // Nothing runs in the frame, so that no question can be asked in it.
  await page.locator('iframe[title="Preview of the email"][srcdoc*="Lovely to hear from you"]').waitFor()
  await page.getByRole('textbox', { name: 'Subject' }).fill('Got it')
  await page.getByText('{{reference}} is missing.').waitFor()
  await page.getByRole('button', { name: '{{reference}}', exact: true }).click()
  await page.getByText('{{reference}} is missing.').waitFor({ state: 'detached' })
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText(`A test was sent to ${admin.email}.`).waitFor()
  const [sample] = await emailsWhere(
    (message) => sentTo(admin.email)(message) && message.subject.startsWith('[Test] Got it'),
  )
  expect(sample?.text).toContain('Lovely to hear from you')
  expect(await confirmation()).toContain('We have your request')
  await page.getByRole('button', { name: 'Save Email' }).click()
  await page.getByText('Email saved').waitFor()
  expect(await confirmation()).toContain('Lovely to hear from you')

  await page.getByRole('button', { name: 'Go back to the built-in words' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await page.getByText('The built-in words are in force').waitFor()
  expect(await confirmation()).toContain('We have your request')
  await close()
})
