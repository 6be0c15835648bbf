import { countryOf } from './quotes/postcode.ts'

export const currencies = ['GBP', 'EUR'] as const
export type Currency = (typeof currencies)[number]

/** `amount` in pence or cents. */
export type Sum = { currency: Currency; amount: number }

/** What the amounts come to, each currency by itself. */
export function sumsOf(amounts: readonly Sum[]): Sum[] {
  const sums = new Map<Currency, number>()
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return currencies.flatMap((currency) => {
    const amount = sums.get(currency)
    return amount === undefined ? [] : [{ currency, amount }]
  })
}

/** In pence or cents: a million pounds or euro. */
export const maximumAmount = 100_000_000

/** Euro in Ireland, pounds elsewhere. A lead without a postcode is where its phone number is from. */
export function currencyOf({ postcode, mobile }: { postcode: string | null; mobile: string }): Currency {
  const country = postcode ? countryOf(postcode) : null
  return country === 'IE' || (country === null && mobile.startsWith('+353')) ? 'EUR' : 'GBP'
}

export const currencySymbols: Record<Currency, string> = { GBP: '£', EUR: '€' }
export const currencyNames: Record<Currency, string> = { GBP: 'pounds', EUR: 'euro' }

/** '£2,450.00' */
export const formatAmount = ({ amount, currency }: Sum): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)

export type AmountResult = { ok: true; value: number } | { ok: false; message: string }

/** Pence or cents from an amount as people type it: `2450`, `2,450.5`, `£2,450.00`. */
export function parseAmount(text: string): AmountResult {
  const [, pounds, fraction = ''] = /^[£€]?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/.exec(text.replace(/\s/g, '')) ?? []
  if (pounds === undefined) return { ok: false, message: 'Enter an amount, like 2450 or 2,450.50' }
  if (fraction.length > 2) return { ok: false, message: 'Enter two decimals at most' }
  const amount = Number(pounds.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
  if (amount === 0) return { ok: false, message: 'Enter an amount above 0' }
  if (amount > maximumAmount) return { ok: false, message: 'Enter 1,000,000 at most' }
  return { ok: true, value: amount }
}
