import { expect, test } from 'vitest'
import { currencyOf, formatAmount, maximumAmount, parseAmount } from './amount.ts'

test.each([
  ['2450', 245_000],
  ['2,450', 245_000],
  [' £2,450.00 ', 245_000],
  ['€1,234,5', null],
  ['2450.5', 245_050],
  ['0.01', 1],
  ['19.99', 1_999],
  ['1,000,000', maximumAmount],
  ['1000000.01', null],
  ['0', null],
  ['0.00', null],
  ['-5', null],
  ['2450.505', null],
  ['2.450,00', null],
  ['24,50', null],
  ['1e3', null],
  ['', null],
  ['two', null],
  ['٣', null],
])('%j is this many pence, or no amount: %j', (text, amount) => {
  const result = parseAmount(text)
  expect(result.ok ? result.value : null).toBe(amount)
})

test('an amount with a third decimal, of nothing or of too much is told apart', () => {
  const messages = ['1.005', '0', '2000000', 'x'].map((text) => parseAmount(text))
  expect(messages).toEqual([
    { ok: false, message: 'Enter two decimals at most' },
    { ok: false, message: 'Enter an amount above 0' },
    { ok: false, message: 'Enter 1,000,000 at most' },
    { ok: false, message: 'Enter an amount, like 2450 or 2,450.50' },
  ])
})

test('an amount is shown with its currency and two decimals', () => {
  expect(formatAmount({ amount: 245_000, currency: 'GBP' })).toBe('£2,450.00')
  expect(formatAmount({ amount: 5, currency: 'EUR' })).toBe('€0.05')
  expect(formatAmount({ amount: maximumAmount, currency: 'EUR' })).toBe('€1,000,000.00')
})

test.each([
  ['D02 X285', '+447700900123', 'EUR'],
  ['SW1A 1AA', '+353871234567', 'GBP'],
  ['BT1 1AA', '', 'GBP'],
  [null, '+353871234567', 'EUR'],
  [null, '+447700900123', 'GBP'],
  [null, '', 'GBP'],
])('a lead at %j with the phone number %j is quoted in %s', (postcode, mobile, currency) => {
  expect(currencyOf({ postcode, mobile })).toBe(currency)
})
