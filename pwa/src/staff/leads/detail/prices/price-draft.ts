import { currencyOf, formatAmount, parseAmount } from '@kerbside/schema/amount'
import { lineNet, parseQuantity, totalsOf } from '@kerbside/schema/estimates/estimate-money'
import { countryOfCurrency, type PricedJob } from '@kerbside/schema/estimates/estimate-request'
import type { Unit } from '@kerbside/schema/estimates/estimate'
import { londonDay } from '@kerbside/schema/time/london-time'
import type { LeadDetail } from '../../lead.queries.ts'
import type { EnteredPrice } from './prices.queries.ts'

export type LineDraft = {
  text: string
  quantity: string
  unit: Unit
  unitPrice: string
  rate: string
  rateReason: string
  isProvisional: boolean
}
export type PriceDraft = {
  contractorId: string
  kind: string
  vat: string
  lines: LineDraft[]
  validUntilDay: string
  deposit: string
  checklist: Record<string, string>
  message: string
}

export const emptyLine = (rate: number): LineDraft => ({
  text: '',
  quantity: '1',
  unit: 'item',
  unitPrice: '',
  rate: String(rate),
  rateReason: '',
  isProvisional: false,
})

export const jobOf = (lead: LeadDetail): PricedJob => {
  const currency = currencyOf(lead)
  const country = countryOfCurrency(currency)
  return { currency, country, trade: lead.trade, today: londonDay(new Date()) }
}

/** As the shared rules take it. */
export const typedOf = ({ lines, vat, kind, checklist, contractorId: _, ...draft }: PriceDraft) => ({
  ...draft,
  kind: kind === 'fixed' ? ('fixed' as const) : ('estimate' as const),
  isVatRegistered: vat === 'yes',
  lines: lines.map((line) => ({ ...line, rate: Number(line.rate) })),
  checklist: Object.fromEntries(
    Object.entries(checklist).flatMap(([name, says]) =>
      says === 'included' || says === 'not-included' ? [[name, says] as const] : [],
    ),
  ),
})

/** The same as GraphQL takes it. */
export function inputOf(draft: PriceDraft): EnteredPrice['estimate'] {
  const { kind, checklist, ...rest } = typedOf(draft)
  const checks = Object.entries(checklist).map(([name, says]) => {
    return { name, says: says === 'included' ? ('INCLUDED' as const) : ('NOT_INCLUDED' as const) }
  })
  return { ...rest, kind: kind === 'fixed' ? 'FIXED' : 'ESTIMATE', checklist: checks }
}

/** What the lines that can be read come to. */
export function totalSoFar({ lines, vat }: PriceDraft, { currency }: PricedJob): string {
  const read = lines.flatMap(({ quantity, unitPrice, rate }) => {
    const [count, price] = [parseQuantity(quantity), parseAmount(unitPrice)]
    if (!count.ok || !price.ok) return []
    return [
      { quantity: count.value, unitPrice: price.value, rate: vat === 'yes' ? Number(rate) : 0, isProvisional: false },
    ]
  })
  const isExact = read.every((line) => Number.isSafeInteger(lineNet(line)))
  if (read.length === 0 || !isExact) return 'The homeowner pays: –'
  return `The homeowner pays: ${formatAmount({ amount: totalsOf(read).total, currency })}`
}
