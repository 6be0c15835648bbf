import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isHighDeposit,
  lineNet,
  maximumQuantity,
  parseQuantity,
  quantityText,
  totalsOf,
  vatOf,
} from './estimate-money.ts'
import { maximumAmount } from '../amount.ts'

const line = fc.record({
  quantity: fc.integer({ min: 1, max: maximumQuantity }),
  unitPrice: fc.integer({ min: 0, max: maximumAmount }),
  rate: fc.constantFrom(0, 500, 1_350, 2_000, 2_300),
  isProvisional: fc.boolean(),
})
const lines = fc.array(line, { maxLength: 60 })

/** The same by arithmetic without limits: half up. */
const exact = (a: number, b: number, divisor: bigint) => (BigInt(a) * BigInt(b) * 2n + divisor) / (divisor * 2n)

test('a line, and the VAT of a sum, are exact to the penny for any input', () => {
  fc.assert(
    fc.property(line, ({ quantity, unitPrice, rate }) => {
      expect(BigInt(lineNet({ quantity, unitPrice }))).toBe(exact(quantity, unitPrice, 1_000n))
      expect(BigInt(vatOf(unitPrice, rate))).toBe(exact(unitPrice, rate, 10_000n))
    }),
    { numRuns: 2_000 },
  )
})

test('lines, rates and total agree to the penny, and every amount is whole', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const small = all.map((each) => ({
        ...each,
        unitPrice: each.unitPrice % 1_000_000,
        quantity: (each.quantity % 100_000) + 1,
      }))
      const { net, vat, total, provisional, rates } = totalsOf(small)
      expect(net).toBe(small.reduce((sum, each) => sum + lineNet(each), 0))
      expect(rates.reduce((sum, rate) => sum + rate.net, 0)).toBe(net)
      expect(rates.reduce((sum, rate) => sum + rate.vat, 0)).toBe(vat)
      for (const rate of rates) expect(rate.vat).toBe(vatOf(rate.net, rate.rate))
      expect(total).toBe(net + vat)
      for (const amount of [net, vat, total, provisional]) expect(Number.isSafeInteger(amount)).toBe(true)
      expect(provisional).toBeLessThanOrEqual(total)
      expect(small.every((each) => each.isProvisional) ? provisional : total).toBe(total)
    }),
    { numRuns: 500 },
  )
})

test('what is provisional and what is certain add up to the whole', () => {
  const certain = { quantity: 3_333, unitPrice: 101, rate: 2_000, isProvisional: false }
  const provisional = { ...certain, isProvisional: true }
  const totals = totalsOf([certain, provisional])
  expect(totals.total - totals.provisional).toBe(totalsOf([certain]).total)
})

test.each([
  ['42', 42_000],
  ['42.5', 42_500],
  ['1,200', 1_200_000],
  ['0.001', 1],
  ['10000', 10_000_000],
])('%s is a quantity', (text, value) => {
  expect(parseQuantity(text)).toEqual({ ok: true, value })
})

test.each([
  ['', 'Enter a quantity, like 42 or 42.5'],
  ['many', 'Enter a quantity, like 42 or 42.5'],
  ['-1', 'Enter a quantity, like 42 or 42.5'],
  ['1.2345', 'Enter three decimals at most'],
  ['0', 'Enter a quantity above 0'],
  ['10000.001', 'Enter 10,000 at most'],
])('%j is told what is wrong with it', (text, message) => {
  expect(parseQuantity(text)).toEqual({ ok: false, message })
})

test('a quantity reads as it was typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maximumQuantity }), (quantity) => {
      expect(parseQuantity(quantityText(quantity))).toEqual({ ok: true, value: quantity })
    }),
  )
})

test('a deposit above 15% of the price is high, and one of just 15% is not', () => {
  expect(isHighDeposit(1_500, 10_000)).toBe(false)
  expect(isHighDeposit(1_501, 10_000)).toBe(true)
})
