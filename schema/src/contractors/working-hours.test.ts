import { expect, test } from 'vitest'
import { weekdays, type WorkingDay } from './contractor.ts'
import { parseHours } from './hours-text.ts'
import { opensAt } from './working-hours.ts'

const week = (from: string, to: string): WorkingDay[] => weekdays.slice(0, 5).map((day) => ({ day, from, to }))

test.each([
  ['2026-11-20T17:29:59Z', null, 'Friday before closing'],
  ['2026-11-20T17:30:00Z', '2026-11-23T08:00:00Z', 'Friday evening'],
  ['2026-11-22T12:00:00Z', '2026-11-23T08:00:00Z', 'Sunday'],
  ['2026-11-23T07:59:59Z', '2026-11-23T08:00:00Z', 'Monday before opening'],
  ['2026-11-23T08:00:00Z', null, 'Monday at opening'],
  ['2026-03-28T12:00:00Z', '2026-03-30T07:00:00Z', 'the weekend on which summer time begins'],
  ['2026-10-24T12:00:00Z', '2026-10-26T08:00:00Z', 'the weekend on which it ends'],
])('in London at %s a firm opens at %s (%s)', (now, opens: string | null, _when) => {
  const firm = { workingHours: week('08:00', '17:30'), timeZone: 'Europe/London' }
  expect(opensAt(firm, new Date(now))).toEqual(opens === null ? null : new Date(opens))
})

test('the clock is that of the firm', () => {
  const firm = { workingHours: week('09:00', '17:00'), timeZone: 'America/New_York' }
  expect(opensAt(firm, new Date('2026-06-01T12:00:00Z'))).toEqual(new Date('2026-06-01T13:00:00Z'))
  expect(opensAt(firm, new Date('2026-06-01T14:00:00Z'))).toBeNull()
})

test('a time that the clock skips opens as much later, and one that it shows twice the first time', () => {
  const sunday = (from: string) => [{ day: 'sunday' as const, from, to: '23:00' }]
  const firm = (from: string) => ({ workingHours: sunday(from), timeZone: 'Europe/Dublin' })
  expect(opensAt(firm('01:30'), new Date('2026-03-28T12:00:00Z'))).toEqual(new Date('2026-03-29T01:30:00Z'))
  expect(opensAt(firm('01:30'), new Date('2026-10-24T12:00:00Z'))).toEqual(new Date('2026-10-25T00:30:00Z'))
})

test('a firm that works on one day of the week opens a week after it closed, and without hours it is always open', () => {
  const firm = { workingHours: [{ day: 'monday' as const, from: '09:00', to: '10:00' }], timeZone: 'Europe/London' }
  expect(opensAt(firm, new Date('2026-06-01T10:00:00Z'))).toEqual(new Date('2026-06-08T08:00:00Z'))
  expect(opensAt({ ...firm, workingHours: [] }, new Date('2026-06-01T10:00:00Z'))).toBeNull()
})

test('hours are read as people write them', () => {
  expect(parseHours('Mon-Wed 8:00-17:30; Saturday 09:00 – 13:00')).toEqual([
    { day: 'monday', from: '08:00', to: '17:30' },
    { day: 'tuesday', from: '08:00', to: '17:30' },
    { day: 'wednesday', from: '08:00', to: '17:30' },
    { day: 'saturday', from: '09:00', to: '13:00' },
  ])
  for (const text of ['always', 'Mon 8-17', 'Fri-Mon 08:00-17:00', 'Mo 08:00-17:00'])
    expect(parseHours(text)).toBeNull()
})
