import { deliveryId, type HomeownerEmailKind } from '@kerbside/schema/deliveries/delivery'
import { isHomeownerPaused } from '@kerbside/schema/deliveries/delivery.model'
import {
  checkRequestEmail,
  complaintReceivedEmail,
  confirmationEmail,
  confirmEmailEmail,
  followUpEmail,
  newLinkEmail,
  quoteEmail,
} from '@kerbside/schema/emails/homeowner-emails'
import {
  agreementCancelledEmail,
  agreementEmail,
  estimateAgreedEmail,
  estimateAnswerEmail,
  estimateEmail,
  estimateWithdrawnEmail,
  requestClosedEmail,
  unconfirmedNoticeEmail,
} from '@kerbside/schema/emails/estimate-emails'
import { isTaken } from '@kerbside/schema/estimates/estimate'
import { findEstimate } from '@kerbside/schema/estimates/estimate.model'
import { readFile } from '@kerbside/schema/file-store.model'
import { followUpsOf, quotesOf, type Lead } from '@kerbside/schema/leads/lead'
import { manageLink } from '@kerbside/schema/links/signed-link'
import { findQuoteFile } from '@kerbside/schema/quote-files/quote-file.model'
import { columnOf } from '@kerbside/schema/quotes/columns'
import { estimateAbout, findLead, isOfClosing } from './find-subjects.ts'
import { notWanted, type BuildDeps, type Composed, type EmailRenderer, type Wanted } from './rendered-email.ts'
import { isChoiceOf, priceAttachment, pricedIn } from '../prices/priced-in.ts'
import { withWords } from './with-words.ts'

type EmailContext = { deps: BuildDeps; lead: Lead; delivery: Wanted; href: string }

/** An email to the homeowner that is about no firm. `compose` gives null when it is not wanted any more. */
const toHomeowner =
  (
    compose: (email: EmailContext) => Composed | null | Promise<Composed | null>,
    { evenAfterStop = false } = {},
  ): EmailRenderer =>
  async (deps, delivery) => {
    const lead = await findLead(delivery.leadId)
    if (!lead) return { kind: 'subject-gone' }
    if (await isHomeownerPaused(lead.id)) return { kind: 'address-bounced' }
    const mayBeSent = lead.email && (evenAfterStop || !lead.sharingStoppedAt)
    const href = await ownPageLink(deps, lead, delivery)
    const composed = mayBeSent ? await compose({ deps, lead, delivery, href }) : null
    return composed ? { kind: 'email', lead, ...composed } : notWanted(lead, deps.now(), null)
  }

export const homeownerEmails: Record<HomeownerEmailKind, EmailRenderer> = {
  confirmation: toHomeowner(
    ({ deps, lead, href }) => withWords(deps, 'confirmation', (words) => confirmationEmail(lead, href, words)),
    { evenAfterStop: true },
  ),
  'check-request': toHomeowner(({ lead, href }) => ({ email: checkRequestEmail(lead, href) })),
  'confirm-email': toHomeowner(({ lead, delivery, href }) =>
    lead.emailConfirmedAt || delivery._id !== lastConfirmation(lead) ? null : { email: confirmEmailEmail(lead, href) },
  ),
  'new-link': toHomeowner(({ lead, href }) => ({ email: newLinkEmail(lead, href) }), {
    evenAfterStop: true,
  }),
  'complaint-received': toHomeowner(
    ({ lead, delivery, href }) => {
      const isThis = ({ id }: { id: string }) => deliveryId(lead.id, 'complaint-received', id) === delivery._id
      const complaint = lead.complaints?.find(isThis)
      return complaint ? { email: complaintReceivedEmail(lead, complaint, href) } : null
    },
    { evenAfterStop: true },
  ),
  'follow-up': toHomeowner(({ lead, delivery, href }) => {
    const sent = followUpsOf(lead).find((each) => deliveryId(lead.id, 'follow-up', each.followUpId) === delivery._id)
    return sent ? { email: followUpEmail(lead, sent, href) } : null
  }),
  /** One that was replaced or withdrawn before the email went out is not wanted any more. */
  estimate: toHomeowner(async ({ lead, delivery, href }) => {
    const estimate = await estimateOf(lead, delivery)
    return estimate && { email: estimateEmail(lead, estimate, `${href}/prices`) }
  }),
  'estimate-withdrawn': toHomeowner(({ lead, delivery, href }) => {
    const estimate = estimateAbout(lead, delivery)
    return estimate?.state === 'withdrawn' ? { email: estimateWithdrawnEmail(lead, estimate, `${href}/prices`) } : null
  }),
  'request-closed': toHomeowner(({ lead, delivery, href }) =>
    isOfClosing(lead, delivery) ? { email: requestClosedEmail(lead, href) } : null,
  ),
  agreement: toHomeowner(async ({ lead, delivery, href }) => {
    const { own, estimate } = (await pricedIn(lead, delivery, 'agreement')) ?? {}
    if (!own || !estimate || !isTaken(own)) return null
    const email = agreementEmail(lead, estimate, `${href}/prices/${own.id}`)
    return { email: { ...email, attachments: [await priceAttachment(estimate, lead)] } }
  }),
  'unconfirmed-notice': toHomeowner(async ({ deps, lead, delivery, href }) => {
    const { own, estimate } = (await pricedIn(lead, delivery, 'unconfirmed-notice')) ?? {}
    if (!own || !estimate || !isChoiceOf(delivery, own, deps.now()) || lead.status === 'lost') return null
    return { email: unconfirmedNoticeEmail(lead, estimate, `${href}/prices`) }
  }),
  'estimate-agreed': toHomeowner(async ({ lead, delivery, href }) => {
    const { own, estimate } = (await pricedIn(lead, delivery, 'estimate-agreed')) ?? {}
    if (own?.state !== 'agreed' || !estimate) return null
    const agreed = { startDay: own.startDay ?? null, href: `${href}/prices/${own.id}` }
    return { email: estimateAgreedEmail(lead, estimate, agreed) }
  }),
  'agreement-cancelled': toHomeowner(async ({ lead, delivery, href }) => {
    const { own, estimate } = (await pricedIn(lead, delivery, 'agreement-cancelled')) ?? {}
    if (own?.state !== 'cancelled' || !estimate) return null
    const cancelled = { estimate, because: own.withdrawnBecause ?? null, href: `${href}/prices` }
    return { email: agreementCancelledEmail(lead, cancelled) }
  }),
  'estimate-answer': toHomeowner(({ lead, delivery, href }) => {
    const answers = (lead.questions ?? []).flatMap(({ id, answers: all }) => all.map((answer) => ({ id, answer })))
    const isThis = ({ id, answer }: (typeof answers)[number]) =>
      deliveryId(lead.id, 'estimate-answer', `${id}-${answer.contractorId}`) === delivery._id
    const found = answers.find(isThis)
    return found ? { email: estimateAnswerEmail(lead, found.answer, `${href}/questions`) } : null
  }),
  quote: toHomeowner(async ({ deps, lead, delivery, href }) => {
    const quote = quotesOf(lead).find((sent) => deliveryId(lead.id, 'quote', sent.quote.id) === delivery._id)
    if (!quote) return null
    const attachments = await attachmentsOf(lead, quote)
    const { email, template } = await withWords(deps, 'quote', (words) => quoteEmail(lead, quote, href, words))
    return { template, email: { ...email, ...(attachments && { attachments }) } }
  }),
}

async function estimateOf(lead: Lead, delivery: Wanted) {
  const sent = estimateAbout(lead, delivery)
  return sent?.state === 'sent' ? findEstimate(lead.id, sent.id) : null
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

/** Days from an email to a homeowner for which its link to their own page works. */
const manageLinkDays = 365

/** The link to the homeowner's own page: the same in every try. */
export async function ownPageLink(
  { links, config }: BuildDeps,
  { id, email }: Pick<Lead, 'id' | 'email'>,
  { createdAt }: Pick<Wanted, 'createdAt'>,
) {
  const expiresAt = new Date(createdAt.getTime() + manageLinkDays * 86_400_000)
  return `${config.PUBLIC_URL}/manage/${await links.sign(manageLink(id, email), expiresAt)}`
}
