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
    const end = refused ? 'The address refuses it' : `Given up after ${tries || 'no try'}`
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

/** What an email is for and who gets it; firms are named as long as the lead mentions them. */
export function deliveryPurpose({ id, kind, contractorId }: LeadDelivery, lead: LeadDetail): string {
  const { offers, matching, activity } = lead
  const firm = [...offers, ...matching].find((known) => known.contractorId === contractorId)?.contractorName ?? 'a firm'
  const sent = activity.find(({ quote }) => quote && deliveryId(Number(lead.id), 'quote', quote.id) === id)?.quote
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
    ESTIMATE: 'A firm’s price to the homeowner',
    COMPLAINT_RECEIVED: 'Acknowledgement of a complaint to the homeowner',
    WEBHOOK_ACCEPTED: `Contact details to the webhook of ${firm}`,
    WEBHOOK_CORRECTED: `Corrected answers to the webhook of ${firm}`,
    WEBHOOK_WITHDRAWN: `Message to the webhook of ${firm}: no further contact`,
    WEBHOOK_ERASED: `Message to the webhook of ${firm}: delete the details`,
    WEBHOOK_PING: `Test of the webhook of ${firm}`,
    FOLLOW_UP: 'Follow-up to the homeowner',
    QUOTE: sent ? `Quote of ${formatAmount(sent)} to the homeowner` : 'Quote to the homeowner',
  }
  return purposes[kind]
}
