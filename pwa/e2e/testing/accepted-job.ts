import { mailsWhere, sentTo, type Mail } from './inbox.ts'
import { quoteForm, reference } from './quote-form.ts'
import type { useBrowser } from './site.ts'

/** The first link in a mail to a page like this. */
export const linkIn = (mail: Mail | undefined, path: string) =>
  new RegExp(`https?://\\S+${path}`).exec(mail?.text ?? '')?.[0] ?? ''

/** A homeowner sends the form, and a firm accepts from its mail: the mail with the contact details. */
export async function acceptedJob(
  visit: ReturnType<typeof useBrowser>['visit'],
  email: string,
): Promise<Mail | undefined> {
  const homeowner = await visit()
  const form = quoteForm(homeowner.page)
  await form.fillIn(email, 'M1 1AE')
  await form.send()
  const shown = reference.exec(await homeowner.page.locator('.thank-you__reference').innerText())?.[0] ?? ''
  await homeowner.close()
  const [offer] = await mailsWhere(
    (mail) => mail.text.includes(shown) && linkIn(mail, '/offers/[^/\\s]+/accept') !== '',
  )
  const firm = await visit(linkIn(offer, '/offers/[^/\\s]+/accept'))
  await firm.page.getByRole('button', { name: 'Accept this job' }).click()
  await firm.page.getByRole('heading', { name: 'The job is yours' }).waitFor()
  await firm.close()
  const [details] = await mailsWhere((mail) => mail.text.includes(email) && !sentTo(email)(mail))
  return details
}
