import {
  deliveryId,
  homeownerMailKinds,
  type DeliveryKind,
  type HomeownerMailKind,
} from '@kerbside/schema/deliveries/delivery'
import { readFile } from '@kerbside/schema/file-store.model'
import { followUpsOf, quotesOf, type Lead } from '@kerbside/schema/leads/lead'
import { columnOf } from '@kerbside/schema/quotes/columns'
import { findQuoteFile } from '@kerbside/schema/quote-files/quote-file.model'
import {
  checkRequestEmail,
  confirmEmailEmail,
  complaintReceivedEmail,
  confirmationEmail,
  followUpEmail,
  quoteEmail,
} from '@kerbside/schema/emails/homeowner-emails'
import { withWords } from './with-words.ts'
import type { BuildDeps, RenderedEmail, Wanted } from './rendered-email.ts'

/** Days from an email to a homeowner for which its link to their own page works. */
const manageLinkDays = 365

export const isHomeownerMail = (kind: DeliveryKind): kind is HomeownerMailKind =>
  homeownerMailKinds.some((known) => known === kind)

/** The mails to the homeowner that are about no firm. After a stop only a complaint is answered. */
export async function renderHomeownerEmail(
  deps: BuildDeps,
  lead: Lead,
  delivery: Wanted & { kind: HomeownerMailKind },
): Promise<RenderedEmail> {
  const { _id, kind } = delivery
  const isWanted = lead.email && (kind === 'confirmation' || kind === 'complaint-received' || !lead.sharingStoppedAt)
  if (!isWanted) return { kind: 'not-wanted', offer: null }
  const href = await manageLink(deps, lead.id, delivery)
  if (kind === 'confirmation') {
    return { kind: 'email', lead, ...(await withWords(deps, kind, (words) => confirmationEmail(lead, href, words))) }
  }
  if (kind === 'check-request') return { kind: 'email', lead, email: checkRequestEmail(lead, href) }
  if (kind === 'confirm-email') {
    if (lead.emailConfirmedAt || _id !== lastConfirmation(lead)) return { kind: 'not-wanted', offer: null }
    return { kind: 'email', lead, email: confirmEmailEmail(lead, href) }
  }
  if (kind === 'complaint-received') {
    const complaint = lead.complaints?.find(({ id }) => deliveryId(lead.id, kind, id) === _id)
    if (!complaint) return { kind: 'not-wanted', offer: null }
    return { kind: 'email', lead, email: complaintReceivedEmail(lead, complaint, href) }
  }
  if (kind === 'follow-up') {
    const sent = followUpsOf(lead).find(({ followUpId }) => deliveryId(lead.id, kind, followUpId) === _id)
    return sent ? { kind: 'email', lead, email: followUpEmail(lead, sent, href) } : { kind: 'not-wanted', offer: null }
  }
  const quote = quotesOf(lead).find((sent) => deliveryId(lead.id, kind, sent.quote.id) === _id)
  if (!quote) return { kind: 'not-wanted', offer: null }
  const attachments = await attachmentsOf(lead, quote)
  const { email, template } = await withWords(deps, 'quote', (words) => quoteEmail(lead, quote, href, words))
  return { kind: 'email', lead, template, email: { ...email, ...(attachments && { attachments }) } }
}

/** Of several new addresses only the last one is confirmed. */
function lastConfirmation({ id, corrections = [] }: Lead): string {
  const isNewEmail = ({ name }: { name: string }) => columnOf(name) === 'email'
  const round = corrections.findLastIndex(({ changes }) => changes.some(isNewEmail))
  return deliveryId(id, 'confirm-email', null, round)
}

/** The PDF of a quote, for each try of its email. Null without one. */
async function attachmentsOf({ id }: Lead, { quote: { file } }: ReturnType<typeof quotesOf>[number]) {
  if (!file) return null
  const stored = await findQuoteFile(id, file.id)
  if (!stored) throw new Error('The PDF of a quote is gone')
  const content = await readFile('quoteFiles', stored.fileId)
  return [{ filename: file.name, contentType: 'application/pdf', content }]
}

/** The link to the homeowner's own page: the same in every try. */
export async function manageLink(
  { links, config }: BuildDeps,
  leadId: number,
  { createdAt }: Pick<Wanted, 'createdAt'>,
) {
  const expiresAt = new Date(createdAt.getTime() + manageLinkDays * 86_400_000)
  return `${config.PUBLIC_URL}/manage/${await links.sign({ purpose: 'manage', leadId }, expiresAt)}`
}
