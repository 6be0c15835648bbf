import { emailsWhere, sentTo, type InboxEmail } from './inbox.ts'
import { quoteForm, reference } from './quote-form.ts'
import type { useBrowser } from './site.ts'

/** The first link in an email to a page like this. */
export const linkIn = (message: InboxEmail | undefined, path: string) =>
  new RegExp(`https?://\\S+${path}`).exec(message?.text ?? '')?.[0] ?? ''

/** Where an offer is accepted. */
export const acceptLink = '/offers/[^/\\s]+/accept'

/** The offers of this request, once there are so many. */
export const offersOf = (shown: string, atLeast = 1) =>
  emailsWhere((message) => message.text.includes(shown) && linkIn(message, acceptLink) !== '', { atLeast })

/** The emails with the contact details that firms got as soon as they had accepted, once there are so many. */
export const detailsOf = (email: string, atLeast = 1) =>
  emailsWhere(
    (message) => message.text.includes(email) && !sentTo(email)(message) && linkIn(message, '/leads/\\S+') !== '',
    { atLeast },
  )

/** A homeowner sends the form, and a firm accepts from its email: the email with the contact details. */
export async function acceptedJob(
  visit: ReturnType<typeof useBrowser>['visit'],
  email: string,
): Promise<InboxEmail | undefined> {
  const homeowner = await visit()
  const form = quoteForm(homeowner.page)
  await form.fillIn(email, 'M1 1AE')
  await form.send()
  const shown = reference.exec(await homeowner.page.locator('.thank-you__reference').innerText())?.[0] ?? ''
  await homeowner.close()
  const [offer] = await offersOf(shown)
  const firm = await visit(linkIn(offer, acceptLink))
  await firm.page.getByRole('button', { name: 'Accept this job' }).click()
  await firm.page.getByRole('heading', { name: 'You have the details' }).waitFor()
  await firm.close()
  const [details] = await detailsOf(email)
  return details
}
