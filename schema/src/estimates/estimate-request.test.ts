import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { PriceFile } from '../quote-files/quote-file.ts'
import { parse } from '../validate.ts'
import { changesOf } from './estimate-changes.ts'
import { digestOf } from './estimate.model.ts'
import { estimateRequest, type EstimateDraft } from './estimate-request.ts'

const job = { country: 'GB', currency: 'GBP', trade: 'driveways', today: '2027-03-01' } as const
const line = { text: 'Block paving', quantity: '42.5', unit: 'm²' as const, unitPrice: '80', rate: 2_000 }
const draft: EstimateDraft = { kind: 'fixed', isVatRegistered: true, lines: [line], validUntilDay: '2027-03-31' }

const read = (input: unknown, about: Parameters<typeof estimateRequest>[0] = job) =>
  parse(estimateRequest(about), input).content

function errorsOf(input: unknown, about?: Parameters<typeof estimateRequest>[0]) {
  try {
    read(input, about)
  } catch (error) {
    if (error instanceof AppError) return error.fields
    throw error
  }
  throw new Error('it was accepted')
}

test('what is typed becomes whole pence and thousandths', () => {
  const content = read({ ...draft, deposit: '400', durationDays: '5', insurer: ' Aviva ', message: '\n' })
  expect(content.lines[0]).toMatchObject({ quantity: 42_500, unitPrice: 8_000, rate: 2_000, isProvisional: false })
  expect(content).toMatchObject({ deposit: 40_000, durationDays: 5, insurer: 'Aviva', message: null, stages: [] })
})

test('every wrong field is named at once', () => {
  const errors = errorsOf({ ...draft, kind: 'maybe', lines: [{ ...line, text: ' ', quantity: 'many' }], deposit: 'x' })
  expect(Object.keys(errors ?? {}).toSorted()).toEqual(['deposit', 'kind', 'lines.0.quantity', 'lines.0.text'])
})

test.each([
  [{ lines: [] }, 'lines'],
  [{ lines: [{ ...line, rate: 1_350 }] }, 'lines.0.rate'],
  [{ lines: [{ ...line, rate: 500 }] }, 'lines.0.rateReason'],
  [{ lines: [{ ...line, unitPrice: '1000000', quantity: '2' }] }, 'lines'],
  [{ deposit: '5000' }, 'deposit'],
  [{ deposit: '400', stages: [{ text: 'At the end', amount: '3000' }] }, 'stages'],
  [{ checklist: { roof: 'included' } }, 'checklist.roof'],
  [{ checklist: { drainage: 'perhaps' } }, 'checklist.drainage'],
  [{ validUntilDay: '2027-02-28' }, 'validUntilDay'],
  [{ validUntilDay: '2028-04-01' }, 'validUntilDay'],
  [{ validUntilDay: '2027-02-30' }, 'validUntilDay'],
  [{ startDay: '2027-02-28' }, 'startDay'],
  [{ durationDays: '400' }, 'durationDays'],
  [{ message: 'x'.repeat(2_001) }, 'message'],
])('%j is wrong at %s', (change, field) => {
  expect(Object.keys(errorsOf({ ...draft, ...change }) ?? {})).toEqual([field])
})

test('a reason lets a reduced rate through, and deposit with stages make up the price', () => {
  const reduced = { ...line, rate: 500, rateReason: 'Empty for two years' }
  expect(read({ ...draft, lines: [reduced] }).lines[0]?.rateReason).toBe('Empty for two years')
  expect(read({ ...draft, deposit: '400', stages: [{ text: 'At the end', amount: '3680' }] }).stages).toHaveLength(1)
})

test('a firm that is not registered charges no VAT, whatever rate is chosen', () => {
  expect(read({ ...draft, isVatRegistered: false }).lines[0]).toMatchObject({ rate: 0, rateReason: null })
})

test('in Ireland the rates are those of Ireland', () => {
  const irish = { ...job, country: 'IE', currency: 'EUR' } as const
  expect(read({ ...draft, lines: [{ ...line, rate: 1_350 }] }, irish).lines[0]?.rate).toBe(1_350)
  expect(errorsOf(draft, irish)).toHaveProperty(['lines.0.rate'])
})

test('another version says what it changed', () => {
  const file = (id: string, name: string) => ({ id, name }) as PriceFile
  const lines = [
    { ...line, unitPrice: '75' },
    { ...line, text: 'Drain' },
  ]
  const currency = 'GBP' as const
  const before = { ...read(draft), currency, files: [file('a', 'Drawing.pdf')] }
  const after = { ...read({ ...draft, lines, guaranteeYears: '5' }), currency, files: [file('b', 'Patio.jpg')] }
  expect(changesOf({ before, after, trade: 'driveways' })).toEqual([
    'Price: £4,080.00 → £7,905.00',
    'New line: Drain',
    'Line changed: Block paving',
    'Guarantee: not said → 5 years',
    'New file: Patio.jpg',
    'File removed: Drawing.pdf',
  ])
  expect(changesOf({ before, after: before, trade: 'driveways' })).toEqual([])
})

test('a version after the job has moved to another country shows each amount in its own currency', () => {
  const before = { ...read(draft), currency: 'GBP' as const, files: [] }
  const changes = changesOf({ before, after: { ...before, currency: 'EUR' }, trade: 'driveways' })
  expect(changes).toEqual(['Price: £4,080.00 → €4,080.00'])
})

test('the digest goes by what is said, not by the order of its keys, and by every part of it', () => {
  const sealed = { ...read(draft), id: 'a' } as unknown as Parameters<typeof digestOf>[0]
  const turned = Object.fromEntries(Object.entries(sealed).toReversed()) as unknown as typeof sealed
  expect(digestOf(turned)).toBe(digestOf(sealed))
  expect(digestOf({ ...sealed, deposit: 1 })).not.toBe(digestOf(sealed))
})
