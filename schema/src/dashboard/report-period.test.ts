import { expect, test } from 'vitest'
import { barsOf, daysBefore, daysOfPreset, momentsOf, ReportPeriod, type ReportPreset } from './report-period.ts'

// Half an hour into the first of April in London, whose clock is an hour ahead.
const now = new Date('2026-03-31T23:30:00Z')

test.each<[ReportPreset, string, string]>([
  ['7-days', '2026-03-26', '2026-04-01'],
  ['30-days', '2026-03-03', '2026-04-01'],
  ['90-days', '2026-01-02', '2026-04-01'],
  ['this-month', '2026-04-01', '2026-04-01'],
  ['last-month', '2026-03-01', '2026-03-31'],
  ['this-year', '2026-01-01', '2026-04-01'],
])('%s, by the calendar of London', (preset, from, to) => {
  expect(daysOfPreset(preset, now)).toEqual({ from, to })
})

test('the period before has as many days and ends where this one begins', () => {
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-01-29', to: '2026-02-28' })
})

test('bars are days, and weeks of a long period, and together they are the period', () => {
  const month = barsOf({ from: '2026-03-01', to: '2026-03-31' })
  expect([month.length, month[0], month.at(-1)?.to]).toEqual([
    31,
    { from: '2026-03-01', to: '2026-03-01' },
    '2026-03-31',
  ])
  const year = barsOf({ from: '2026-01-01', to: '2026-12-31' })
  expect([year.length, year[1]?.from, year.at(-1)]).toEqual([
    53,
    '2026-01-08',
    { from: '2026-12-31', to: '2026-12-31' },
  ])
})

test('a period that is over ends with its last millisecond in London, one that goes on has no end', () => {
  expect(momentsOf({ from: '2026-03-29', to: '2026-03-29' }, now)).toEqual({
    from: new Date('2026-03-29T00:00:00Z'),
    to: new Date('2026-03-29T22:59:59.999Z'),
  })
  expect(momentsOf({ from: '2026-04-01', to: '2026-04-01' }, now)).toEqual({ from: new Date('2026-03-31T23:00:00Z') })
})

test.each([
  ['2026-03-31', '2026-03-30', 'to'],
  ['2025-01-01', '2026-03-30', 'from'],
  ['2026-02-30', '2026-03-30', 'from'],
  ['1999-12-31', '2000-01-01', 'from'],
])('no report from %s to %s: %s is named', (from, to, field) => {
  expect(ReportPeriod.safeParse({ from, to }).error?.issues[0]?.path).toEqual([field])
})
