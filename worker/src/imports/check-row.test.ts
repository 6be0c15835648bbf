import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { checkRow } from './check-row.ts'

const now = new Date('2026-06-15T12:00:00Z')

/** A row of a form that asks for an email and a budget. */
function check(cells: Record<string, string>, more: string[] = []) {
  const fields = defaultFormFields.filter(({ name }) => ['email', 'budget'].includes(name))
  const columns = Object.keys(cells).map((field) => ({ name: field, sample: '', field }))
  const form = { version: 0, trade: 'driveways' as const, fields }
  return checkRow(
    { _id: new Types.ObjectId(), form, columns },
    { row: 7, cells: [...Object.values(cells), ...more] },
    { now, maximumFirms: 5 },
  )
}
const good = { email: 'aoife@example.com', budget: 'Under £3,000' }
const problemsOf = (result: ReturnType<typeof check>) => ('problems' in result ? result.problems : [])
const leadOf = (result: ReturnType<typeof check>) => ('good' in result ? result.good.leadOf(1) : null)

test.each([
  ['', '2026-06-15T12:00:00.000Z'],
  ['2024-01-31', '2024-01-31T00:00:00.000Z'],
  ['2024-07-31', '2024-07-30T23:00:00.000Z'],
  ['2024-07-31 14:05', '2024-07-31T13:05:00.000Z'],
  ['31/07/2024 14:05', '2024-07-31T13:05:00.000Z'],
  ['2024-07-31T14:05:06', '2024-07-31T13:05:06.000Z'],
  ['2024-07-31T14:05:06.123Z', '2024-07-31T14:05:06.123Z'],
  ['2024-07-31T14:05+02:00', '2024-07-31T12:05:00.000Z'],
  [' 2024-02-29 ', '2024-02-29T00:00:00.000Z'],
])('received %j is %s', (text, at) => {
  expect(leadOf(check({ ...good, 'received-at': text }))?.createdAt.toISOString()).toBe(at)
})

test.each([
  ['01/31/2024', 'Write it like 31/03/2026'],
  ['2023-02-29', 'This is no date.'],
  ['2024-13-01', 'This is no date.'],
  ['2024-01-31 25:00', 'This is no date.'],
  ['2024-01-31 14:05:99', 'This is no date.'],
  ['yesterday', 'This is no date.'],
  ['0', 'This is no date.'],
  ['2026-06-16', 'The date is in the future.'],
  ['1999-12-31', 'The date must be in this century.'],
])('received %j is a problem of its column', (text, message) => {
  expect(problemsOf(check({ ...good, 'received-at': text }))).toEqual([
    { row: 7, column: 'received-at', message: expect.stringContaining(message) },
  ])
})

test('every wrong value of a row is named, a choice with its options', () => {
  expect(
    problemsOf(check({ email: 'x', budget: 'lots', 'received-at': 'x' }, ['more'])).map(({ column }) => column),
  ).toEqual(['', 'received-at', 'email', 'budget'])
  expect(problemsOf(check({ ...good, budget: 'lots' }))[0]?.message).toBe(
    'Choose one of the options for Budget: Under £3,000, £3,000 – £5,000, £5,000 – £8,000, £8,000 – £12,000, £12,000 – £20,000, £20,000+',
  )
  expect(problemsOf(check(good, ['', ' ']))).toEqual([])
})

const idOf = (cells: Record<string, string>) => leadOf(check(cells))?.submissionId

test('equal answers make equal ids, whatever their case and whenever they came; others make others', () => {
  const id = idOf(good)
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
  expect(idOf({ ...good, email: ' AOIFE@Example.com' })).toBe(id)
  expect(idOf({ ...good, 'received-at': '2024-01-01', utm_source: 'fair' })).toBe(id)
  expect(idOf({ ...good, email: 'ben@example.com' })).not.toBe(id)
  const own = idOf({ ...good, 'row-id': 'A-1' })
  expect(own).not.toBe(id)
  expect(idOf({ ...good, email: 'ben@example.com', 'row-id': ' A-1 ' })).toBe(own)
  expect(idOf({ ...good, 'row-id': ' ' })).toBe(id)
})

test('a lead says where it came from, and that it is an import where the file does not', () => {
  expect(leadOf(check({ ...good, utm_source: 'fair' }))?.attribution.source).toBe('fair')
  expect(leadOf(check({ ...good, utm_source: ' ' }))?.attribution.source).toBe('import')
})
