import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { formatAmount } from '@kerbside/schema/amount'
import { formatDateTime, formatTime } from '../../ui/times.ts'
import type { LeadDelivery, LeadDetail } from '../lead.queries.ts'
import type { ToneLabel } from '../../ui/tone-chip.tsx'
import type { MailOutage } from '../outages.tsx'

const deliveryLabels: Record<LeadDelivery['state'], ToneLabel> = {
  QUEUED: { label: 'Waiting to be sent', tone: 'blue' },
  SENDING: { label: 'Sending', tone: 'blue' },
  SENT: { label: 'Sent', tone: 'green' },
  ACCEPTED: { label: 'Sent, accepted', tone: 'green' },
  DECLINED: { label: 'Sent, declined', tone: 'slate' },
  EXPIRED: { label: 'Sent, expired', tone: 'slate' },
  BOUNCED: { label: 'Came back', tone: 'red' },
  FAILED: { label: 'Failed', tone: 'red' },
}

/** The label of an email. It expires unsent when its offer is decided or runs out before. */
export const deliveryChip = ({ state, sentAt }: Pick<LeadDelivery, 'state' | 'sentAt'>): ToneLabel =>
  state === 'EXPIRED' && sentAt === null ? { label: 'Never sent, expired', tone: 'slate' } : deliveryLabels[state]

/** A new email is tried sooner than this, unless it waits for the firm's working hours or its email of the day. */
const heldMs = 15 * 60_000

/** The latest result of sending an email; during a mail outage, the time of the next try. */
export function deliveryDetail(delivery: LeadDelivery, outage: MailOutage | null, now = new Date()): string {
  const { state, attempts, lastError, sentAt, updatedAt, refused, nextTryAt, bounce } = delivery
  if (bounce !== null && state === 'BOUNCED') {
    const answer = [bounce.status, bounce.reason].filter(Boolean).join(' ')
    return `Came back ${formatDateTime(bounce.at)}: ${answer}`
  }
  if (sentAt !== null) return formatDateTime(sentAt)
  const tries = attempts === 0 ? '' : `${attempts} ${attempts === 1 ? 'try' : 'tries'}`
  if (state === 'FAILED') {
    const end = refused ? 'The address rejects it' : `Given up after ${tries || 'no try'}`
    return [`${end}, ${formatDateTime(updatedAt)}`, lastError].filter(Boolean).join(': ')
  }
  if (
    state === 'QUEUED' &&
    attempts === 0 &&
    nextTryAt !== null &&
    new Date(nextTryAt).getTime() > now.getTime() + heldMs
  ) {
    return `Held until ${formatDateTime(nextTryAt)}, when the firm opens or gets its email of the day`
  }
  if (state === 'QUEUED' && outage !== null) {
    return `Waiting: the mail server is away; next try ${formatTime(outage.nextTryAt)}`
  }
  const soFar = [tries, lastError].filter(Boolean).join(': ')
  if (state === 'QUEUED' && lastError !== null && nextTryAt !== null) {
    return `${soFar}; next try ${formatTime(nextTryAt)}`
  }
  return soFar || formatDateTime(updatedAt)
}

/** How a try began and ended, without what the mail server said. */
export function attemptSummary({ round, code, milliseconds }: LeadDelivery['attemptLog'][number]): string {
  const took = milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`
  const result = code === null ? 'No answer' : code < 300 ? `Taken (${code})` : `Not taken (${code})`
  return [round > 0 && 'Sent again', result, `after ${took}`].filter(Boolean).join(' · ')
}

const amountText = ({ totals, currency }: LeadDetail['estimates'][number]) =>
  formatAmount({ amount: totals.total, currency })

/** What an email is for and who gets it; firms are named as long as the lead mentions them. */
export function deliveryPurpose({ id, kind, contractorId }: LeadDelivery, lead: LeadDetail): string {
  const { offers, matching, activity, estimates } = lead
  const firm = [...offers, ...matching].find((known) => known.contractorId === contractorId)?.contractorName ?? 'a firm'
  const sent = activity.find(({ quote }) => quote && deliveryId(Number(lead.id), 'quote', quote.id) === id)?.quote
  const estimate = estimates.find((each) => id.endsWith(`-${each.id}`))
  const price = estimate && `Price of ${estimate.contractorName}, ${amountText(estimate)},`
  const purposes: Record<typeof kind, string> = {
    CONFIRMATION: 'Confirmation to the homeowner',
    OFFER: `Offer to ${firm}`,
    CONTACT_DETAILS: `Contact details to ${firm}`,
    ACCEPTED_NOTICE: `Notice to the homeowner: ${firm} accepted`,
    STOP_NOTICE: `Request to ${firm} to make no further contact`,
    ERASE_NOTICE: `Request to ${firm} to delete the details`,
    CHECK_REQUEST: 'Question to the homeowner whether the request is right',
    CORRECTION_NOTICE: `Corrected answers to ${firm}`,
    CONFIRM_EMAIL: 'Request to the homeowner to confirm a new address',
    NEW_LINK: 'New link for the homeowner to their request',
    COMPLAINT_RECEIVED: 'Acknowledgement of a complaint to the homeowner',
    WEBHOOK_ACCEPTED: `Contact details to the webhook of ${firm}`,
    WEBHOOK_CORRECTED: `Corrected answers to the webhook of ${firm}`,
    WEBHOOK_WITHDRAWN: `Message to the webhook of ${firm}: no further contact`,
    WEBHOOK_ERASED: `Message to the webhook of ${firm}: delete the details`,
    WEBHOOK_PING: `Test of the webhook of ${firm}`,
    ESTIMATE: price ? `${price} to the homeowner` : 'Price of a firm to the homeowner',
    ESTIMATE_REMINDER: `Reminder to ${firm} to send its price`,
    NO_PRICE_NOTICE: `Notice to the homeowner: no price from ${firm} yet`,
    RELEASE_NOTICE: `Notice to ${firm} that its place was given away`,
    ESTIMATE_WITHDRAWN: 'Notice to the homeowner that a price was withdrawn',
    ESTIMATE_WITHDRAWN_NOTICE: `Notice to ${firm} that its price was withdrawn`,
    WEBHOOK_ESTIMATE_SENT: `Sent price to the webhook of ${firm}`,
    WEBHOOK_ESTIMATE_REPLACED: `Replaced price to the webhook of ${firm}`,
    WEBHOOK_ESTIMATE_CHOSEN: `Chosen price to the webhook of ${firm}`,
    WEBHOOK_ESTIMATE_UNDONE: `Undone choice to the webhook of ${firm}`,
    WEBHOOK_ESTIMATE_AGREED: `Agreed price to the webhook of ${firm}`,
    WEBHOOK_ESTIMATE_DECLINED: `Declined price to the webhook of ${firm}`,
    WEBHOOK_ESTIMATE_WITHDRAWN: `Withdrawn price to the webhook of ${firm}`,
    AGREEMENT: 'What the homeowner has chosen, to them',
    ESTIMATE_AGREED: `Confirmation of ${firm} to the homeowner`,
    ESTIMATE_ANSWER: `Answer of ${firm} to the homeowner`,
    ESTIMATE_CHOSEN: `Choice of the homeowner to ${firm}`,
    CHOICE_UNDONE: `Undone choice to ${firm}`,
    ESTIMATE_DECLINED: `Polite no to ${firm}`,
    ESTIMATE_QUESTION: `Question of the homeowner to ${firm}`,
    FOLLOW_UP: 'Follow-up to the homeowner',
    QUOTE: sent ? `Quote of ${formatAmount(sent)} to the homeowner` : 'Quote to the homeowner',
  }
  return purposes[kind]
}
