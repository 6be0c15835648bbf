import { formatAmount } from '@kerbside/schema/amount'
import {
  declineReasonTexts,
  extraWorkName,
  kindTexts,
  type DeclineReason,
  type ShownState,
} from '@kerbside/schema/estimates/estimate'
import type { ToneLabel } from '../../../ui/tone-chip.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import type { LeadPrice } from './prices.queries.ts'

export const priceLabels: Record<Uppercase<ShownState>, ToneLabel> = {
  SENT: { label: 'Open', tone: 'blue' },
  EXPIRED: { label: 'Expired', tone: 'slate' },
  REPLACED: { label: 'Replaced', tone: 'slate' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'slate' },
  CHOSEN: { label: 'Chosen', tone: 'violet' },
  AGREED: { label: 'Agreed', tone: 'green' },
  CANCELLED: { label: 'Cancelled', tone: 'slate' },
  DECLINED: { label: 'Declined', tone: 'slate' },
}

/** GraphQL writes enum values in capitals and with underscores, the rules in schema do not. */
export const kindText = (kind: LeadPrice['kind']) => kindTexts[kind === 'FIXED' ? 'fixed' : 'estimate']
const declineText = (reason: NonNullable<LeadPrice['declinedBecause']>) =>
  declineReasonTexts[reason.toLowerCase().replaceAll('_', '-') as DeclineReason]

type Money = Pick<LeadPrice, 'totals' | 'currency'>
export const totalText = ({ totals, currency }: Money) => formatAmount({ amount: totals.total, currency })

type PriceEvent = { at: string; text: string; by: string | null; note: string | null }

/** Why a price is not open any more, in the words of whoever decided it. */
export const reasonOf = ({ withdrawnBecause, declinedBecause }: LeadPrice): string | null =>
  withdrawnBecause ?? (declinedBecause && declineText(declinedBecause))

/** What happened to the prices of a lead, for its timeline. Its activity tells that a quote was sent, which is a price too. */
export function priceEvents({ estimates, activity }: Pick<LeadDetail, 'estimates' | 'activity'>): PriceEvent[] {
  const quotes = activity.map(({ quote }) => quote?.id)
  return estimates.flatMap((price) => {
    const { contractorName: firm, number, seenAt, decidedAt, changes } = price
    const extra = extraWorkName(price)?.toLowerCase()
    const what = `${number > 1 ? 'another' : 'a'} price${extra ? ` for ${extra}` : ''} of ${totalText(price)}`
    const by = price.enteredBy?.name ?? null
    const sent = by === null ? `${firm} sent ${what}` : `Entered ${what} for ${firm}`
    const decision = decisionOf(price)
    return [
      ...(quotes.includes(price.id) ? [] : [{ at: price.sentAt, text: sent, by, note: changes.join('\n') || null }]),
      ...(seenAt ? [{ at: seenAt, text: `The homeowner saw the price from ${firm}`, by: null, note: null }] : []),
      ...(decidedAt && decision ? [{ at: decidedAt, text: decision, by: null, note: reasonOf(price) }] : []),
    ]
  })
}

/** Null of what the entry of another version tells, and of what only time does. */
function decisionOf(price: LeadPrice): string | null {
  const { state, contractorName: firm, chosenBy, agreedStartDay } = price
  switch (state) {
    case 'WITHDRAWN':
      return `The price of ${totalText(price)} from ${firm} was withdrawn`
    case 'CHOSEN':
      return `The homeowner${chosenBy ? `, ${chosenBy},` : ''} chose the price of ${totalText(price)} from ${firm}`
    case 'AGREED':
      return `${firm} confirmed the price of ${totalText(price)}${agreedStartDay ? `, to start on ${agreedStartDay}` : ''}`
    case 'CANCELLED':
      return `The agreement with ${firm} about ${totalText(price)} was cancelled`
    case 'DECLINED':
      return `The price of ${totalText(price)} from ${firm} was declined`
    default:
      return null
  }
}

/** A sent price stands among the firm's reports too; the timeline tells it once. */
export const isNoneOf =
  (prices: readonly LeadPrice[]) =>
  ({ at }: { at: string }): boolean =>
    !prices.some(({ sentAt }) => sentAt === at)
