import { formatAmount, type Currency } from '../amount.ts'

/** Thousandths in one unit of a quantity, which has three decimals at most. */
export const quantityScale = 1_000

/** In thousandths: 10,000 of a unit. With the highest unit price the product is still an exact number. */
export const maximumQuantity = 10_000 * quantityScale

/** What a line costs, without VAT: of quantity and unit price, rounded half up to a whole penny or cent. */
export const lineNet = ({ quantity, unitPrice }: { quantity: number; unitPrice: number }): number =>
  divideHalfUp(quantity * unitPrice, quantityScale)

/** Both are whole and not negative, and the sum below is exact, so no part of a penny is lost on the way. */
function divideHalfUp(amount: number, divisor: number): number {
  const rest = amount % divisor
  return (amount - rest) / divisor + (rest * 2 >= divisor ? 1 : 0)
}

/** Hundredths of a percent in the whole: 20 % is 2,000. */
const rateScale = 10_000

/** The VAT of a sum, rounded half up to a whole penny or cent. `rate` in hundredths of a percent. */
export const vatOf = (net: number, rate: number): number => divideHalfUp(net * rate, rateScale)

/** The lines of one rate of VAT. `rate` in hundredths of a percent; all amounts in pence or cents. */
export type RateSum = { rate: number; net: number; vat: number }

/** All in pence or cents. */
export type EstimateTotals = {
  net: number
  vat: number
  /** What the homeowner pays: net and VAT. */
  total: number
  /** The part of `total` that is not certain yet: provisional sums with their VAT. */
  provisional: number
  /** By rate, the highest first. VAT is reckoned on the sum of each rate, not line by line. */
  rates: RateSum[]
}

type PricedLine = { quantity: number; unitPrice: number; rate: number; isProvisional: boolean }

/** What the lines of an estimate add up to. */
export function totalsOf(lines: readonly PricedLine[]): EstimateTotals {
  const rates = ratesOf(lines)
  const net = sum(rates.map((rate) => rate.net))
  const vat = sum(rates.map((rate) => rate.vat))
  // What is certain is reckoned like the whole, so that the two parts add up to it.
  const certain = sum(ratesOf(lines.filter((line) => !line.isProvisional)).map((rate) => rate.net + rate.vat))
  return { net, vat, total: net + vat, provisional: net + vat - certain, rates }
}

function ratesOf(lines: readonly PricedLine[]): RateSum[] {
  const distinct = [...new Set(lines.map(({ rate }) => rate))].toSorted((a, b) => b - a)
  return distinct.map((rate) => {
    const net = sum(lines.filter((line) => line.rate === rate).map(lineNet))
    return { rate, net, vat: vatOf(net, rate) }
  })
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Hundredths of a percent as text: 1,350 is '13.5%'. */
export const rateText = (rate: number): string => `${rate / 100}%`

/** A quantity in thousandths as text: 42,500 is '42.5'. */
export const quantityText = (quantity: number): string => String(quantity / quantityScale)

/** The sums below the whole price, as screens list them. */
export function sumRows({ net, rates, provisional }: EstimateTotals, currency: Currency) {
  const money = (amount: number) => formatAmount({ amount, currency })
  const row = (label: string, amount: number, isProvisional = false) => ({ label, value: money(amount), isProvisional })
  return [
    row('Without VAT', net),
    ...rates.map((each) => row(`VAT ${rateText(each.rate)} of ${money(each.net)}`, each.vat)),
    ...(provisional > 0 ? [row('Of the whole, provisional sums', provisional, true)] : []),
  ]
}

export type QuantityResult = { ok: true; value: number } | { ok: false; message: string }

/** Thousandths from a quantity as people type it: `42`, `42.5`, `1,200`. */
export function parseQuantity(text: string): QuantityResult {
  const [, whole, fraction = ''] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/.exec(text.replace(/\s/g, '')) ?? []
  if (whole === undefined) return { ok: false, message: 'Enter a quantity, like 42 or 42.5' }
  if (fraction.length > 3) return { ok: false, message: 'Enter three decimals at most' }
  const quantity = Number(whole.replaceAll(',', '')) * quantityScale + Number(fraction.padEnd(3, '0'))
  if (quantity === 0) return { ok: false, message: 'Enter a quantity above 0' }
  if (quantity > maximumQuantity) return { ok: false, message: 'Enter 10,000 at most' }
  return { ok: true, value: quantity }
}

/** Above it a deposit gets a warning: in hundredths of a percent of the total. Trade bodies call 10 to 15 % usual. */
const usualDeposit = 1_500

/** Whether a deposit is more than firms usually ask for. */
export const isHighDeposit = (deposit: number, total: number): boolean => deposit * rateScale > total * usualDeposit

/** What is known of deposits, with where it is from. Content, and no advice: screens say so. */
export const depositNote = {
  text: 'The deposit is more than 15% of the price. Usual are 10 to 15%, so many homeowners will ask why.',
  source: 'Federation of Master Builders',
} as const
