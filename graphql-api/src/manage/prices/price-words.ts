import { filesText } from '@kerbside/schema/quote-files/quote-file'
import { capitalised } from '@kerbside/schema/text'
import { formatAmount } from '@kerbside/schema/amount'
import { isHighDeposit, rateText } from '@kerbside/schema/estimates/estimate-money'
import { declineReasonTexts, kindTexts, type LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { depositNote } from '@kerbside/schema/estimates/choosing'
import { longDay, shortDayAndTime, startOfLondonDay } from '@kerbside/schema/time/london-time'
import type { PricesScreen, ShownPrice } from './prices.service.ts'

/** 'Friday 5 March 2027' of YYYY-MM-DD. */
export const dayText = (day: string): string => longDay(startOfLondonDay(day))

export const money = ({ currency }: Pick<LeadEstimate, 'currency'>, amount: number): string =>
  formatAmount({ amount, currency })

/** What became of a price, in a sentence. Empty while it can simply be chosen. */
export function stateText({ own, state, content, now, isClosed }: ShownPrice): string {
  const { decidedAt, startDay, declinedBecause, withdrawnBecause, contractorName } = own
  const isOver = own.validUntil <= now
  const at = decidedAt ? ` on ${shortDayAndTime(decidedAt)}` : ''
  switch (state) {
    case 'sent':
      return isClosed ? 'Your request is closed, so it cannot be chosen now.' : ''
    case 'expired':
      return `Expired: it was valid until ${dayText(content.validUntilDay)}. Ask ${contractorName} for a new one.`
    case 'replaced':
      return `Replaced by a newer version${at}. It cannot be chosen any more.`
    case 'withdrawn':
      return `Withdrawn${at}${withdrawnBecause ? `: ${withdrawnBecause}` : ''}. It cannot be chosen any more.`
    case 'chosen':
      return `You chose it${at}. ${contractorName} ${isOver ? `did not confirm it until ${dayText(content.validUntilDay)}, so it needs a new version.` : 'still has to confirm it.'}`
    case 'agreed':
      return `Agreed${startDay ? `. ${contractorName} starts on ${dayText(startDay)}` : ''}.`
    case 'cancelled':
      return `The agreement was cancelled${at}${withdrawnBecause ? `: ${withdrawnBecause}` : ''}.`
    case 'declined':
      return declinedBecause && declinedBecause !== 'another-firm'
        ? `You took none of the prices${at}: ${declineReasonTexts[declinedBecause].toLowerCase()}.`
        : 'You chose another firm.'
  }
}

export type Row = {
  label: string
  /** One for each price, in their order. */
  values: { text: string; warning?: string }[]
  /** Whether the prices differ in it. */
  differs: boolean
}

const notSaid = 'Not said'
const count = (amount: number | null, what: string) =>
  amount === null ? notSaid : `${amount} ${what}${amount === 1 ? '' : 's'}`

/** What is compared, row by row. */
export function rowsOf({ prices, checklist }: Pick<PricesScreen, 'prices' | 'checklist'>): Row[] {
  const row = (label: string, valueOf: (price: ShownPrice) => Row['values'][number]): Row => {
    const values = prices.map(valueOf)
    return { label, values, differs: new Set(values.map(({ text }) => text)).size > 1 }
  }
  return [
    row('Kind', ({ own }) => ({ text: kindTexts[own.kind] })),
    row('Not certain yet', ({ own, content: { totals } }) => ({
      text: totals.provisional === 0 ? 'Nothing' : `${money(own, totals.provisional)} of it is provisional`,
    })),
    row('VAT in it', (price) => ({ text: vatText(price) })),
    ...checklist.map(({ name, label }) =>
      row(label, ({ content }) => ({ text: inclusionTexts[content.checklist[name] ?? 'not-said'] })),
    ),
    row('Deposit', depositOf),
    row('Start', ({ content: { startDay } }) => ({ text: startDay === null ? notSaid : dayText(startDay) })),
    row('Duration', ({ content }) => ({ text: count(content.durationDays, 'working day') })),
    row('Guarantee', ({ content }) => ({ text: count(content.guaranteeYears, 'year') })),
    row('Insurer', ({ content }) => ({ text: content.insurer ?? notSaid })),
    row('Valid until', ({ content }) => ({ text: dayText(content.validUntilDay) })),
    row('Where they work', ({ area }) => ({ text: area ? `Your area: ${area}` : 'Not known' })),
    ...(prices.some(({ content }) => content.files.length > 0)
      ? [row('Photos and PDFs', ({ content }) => ({ text: capitalised(filesText(content.files) ?? 'none') }))]
      : []),
    row('Rating', ({ rating }) => ({ text: rating ?? 'Too few ratings to show' })),
  ]
}

const inclusionTexts = { included: 'Included', 'not-included': 'Not included', 'not-said': notSaid }

function vatText({ own, content: { isVatRegistered, totals } }: ShownPrice): string {
  if (isVatRegistered === null) return notSaid
  if (!isVatRegistered) return 'None: not registered for VAT'
  return totals.rates.map(({ rate, vat }) => `${money(own, vat)} at ${rateText(rate)}`).join(', ')
}

export function depositOf({ own, content: { deposit, totals } }: ShownPrice): Row['values'][number] {
  const text = deposit === 0 ? 'None' : money(own, deposit)
  return isHighDeposit(deposit, totals.total) ? { text, warning: depositNote } : { text }
}
