import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { deliveryLabel } from '@kerbside/schema/deliveries/delivery-kinds'
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
  if (kind === 'ESTIMATE' && price) return `${price} to the homeowner`
  if (kind === 'QUOTE' && sent) return `Quote of ${formatAmount(sent)} to the homeowner`
  return deliveryLabel(kind.toLowerCase().replaceAll('_', '-'), firm) ?? kind
}
