import type { QuoteFile } from '../quote-files/quote-file.ts'
import { countryOf } from '../quotes/postcode.ts'

export const currencies = ['GBP', 'EUR'] as const
export type Currency = (typeof currencies)[number]

/** A price that staff have emailed to a homeowner (docs/specification.md, 5.7). */
export type SentQuote = {
  /** UUID made with the dialog: the same quote is sent once, however often it is requested. */
  id: string
  /** In pence or cents. */
  amount: number
  currency: Currency
  /** The firm whose quote it is; missing when it is our own. */
  firm?: { id: string; name: string } | null
  /** The PDF that went with the email; missing without one. */
  file?: QuoteFile | null
}

/** In pence or cents: a million pounds or euro. */
export const maximumAmount = 100_000_000

/** Characters of the message to the homeowner. */
export const maximumMessage = 2_000

/** How many quotes can be sent for one lead. */
export const maximumQuotes = 100

/** Euro in Ireland, pounds elsewhere. A lead without a postcode is where its phone number is from. */
export function currencyOf({ postcode, mobile }: { postcode: string | null; mobile: string }): Currency {
  const country = postcode ? countryOf(postcode) : null
  return country === 'IE' || (country === null && mobile.startsWith('+353')) ? 'EUR' : 'GBP'
}

export const currencySymbols: Record<Currency, string> = { GBP: '£', EUR: '€' }
export const currencyNames: Record<Currency, string> = { GBP: 'pounds', EUR: 'euro' }

/** '£2,450.00' */
export const formatAmount = ({ amount, currency }: Pick<SentQuote, 'amount' | 'currency'>): string =>
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
