import { expect, test } from 'vitest'
import { parse } from '../validate.ts'
import { draftOf, fieldsOf, typedTotals, withLine, withoutEmptyRows } from './estimate-fields.ts'
import { estimateRequest } from './estimate-request.ts'

const line = {
  text: 'Paving',
  quantity: '42.5',
  unit: 'm²',
  unitPrice: '80',
  rate: '2000',
  rateReason: '',
  isProvisional: '',
}
const fields = {
  kind: 'fixed',
  isVatRegistered: 'yes',
  ...Object.fromEntries(Object.entries(line).map(([part, value]) => [`lines.4.${part}`, value])),
  'lines.7.unit': 'item',
  'stages.2.text': 'At the end',
  'stages.2.amount': '4080',
  validUntilDay: '2027-03-31',
  'checklist.edging': '',
  'checklist.drainage': 'included',
}
const job = { country: 'GB', currency: 'GBP', trade: 'driveways', today: '2027-03-01' } as const
const read = (typed: Record<string, string>) => parse(estimateRequest(job), draftOf(typed)).content

test('rows are counted from 0 and empty ones are left out', () => {
  expect(withoutEmptyRows(fields)).toMatchObject({ 'lines.0.text': 'Paving', 'stages.0.amount': '4080' })
  expect(Object.keys(withoutEmptyRows(fields)).filter((name) => /^lines\.[^0]/.test(name))).toEqual([])
})

test('the fields of a price say that price', () => {
  const content = read(fields)
  expect(content).toMatchObject({
    checklist: { drainage: 'included' },
    stages: [{ text: 'At the end', amount: 408_000 }],
  })
  expect(read(fieldsOf(content))).toEqual(content)
})

test('an empty quantity is one, and a firm that is not registered has no VAT', () => {
  const typed = withLine(
    { ...fields, isVatRegistered: 'no', 'stages.2.text': '', 'stages.2.amount': '' },
    { ...line, quantity: ' ' },
  )
  expect(read(typed).lines.map(({ quantity, rate }) => [quantity, rate])).toEqual([
    [42_500, 0],
    [1_000, 0],
  ])
  expect(typedTotals(typed).total).toBe(348_000)
})

test('the sum so far is that of the lines that can be read', () => {
  const typed = withLine(fields, { ...line, unitPrice: '8o' })
  expect(typedTotals(typed)).toMatchObject({ total: 408_000, unread: 1 })
})
