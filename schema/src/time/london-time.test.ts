import { expect, test } from 'vitest'
import { dayAfter, fullDayAndTime, londonDay, londonDays, longDayAndTime, startOfLondonDay } from './london-time.ts'

test.each([
  ['2026-01-15', '2026-01-15T00:00:00.000Z', 'winter'],
  ['2026-07-15', '2026-07-14T23:00:00.000Z', 'summer'],
  ['2026-03-29', '2026-03-29T00:00:00.000Z', 'the clock goes forward later that day'],
  ['2026-03-30', '2026-03-29T23:00:00.000Z', 'the day after'],
  ['2026-10-25', '2026-10-24T23:00:00.000Z', 'the clock goes back later that day'],
  ['2026-10-26', '2026-10-26T00:00:00.000Z', 'the day after'],
])('%s begins in London at %s (%s)', (day, begins) => {
  expect(startOfLondonDay(day).toISOString()).toBe(begins)
  expect(londonDay(startOfLondonDay(day))).toBe(day)
})

test('days are counted over the ends of months and the changes of the clock', () => {
  expect([dayAfter('2026-03-29', 1), dayAfter('2026-03-01', -1), dayAfter('2026-12-31', 1)]).toEqual([
    '2026-03-30',
    '2026-02-28',
    '2027-01-01',
  ])
})

test('seven days include today and go on; the seven before them end where they begin', () => {
  // The clock went back two days ago.
  const now = new Date('2026-10-27T23:30:00Z')
  expect(londonDays(now, 7)).toEqual({ from: new Date('2026-10-20T23:00:00Z') })
  expect(londonDays(now, 7, 7)).toEqual({
    from: new Date('2026-10-13T23:00:00Z'),
    to: new Date('2026-10-20T22:59:59.999Z'),
  })
})

test('a moment in full has the weekday and the year that it has in London', () => {
  const at = new Date('2027-07-31T23:05:00Z')
  expect(longDayAndTime(at)).toBe('Sunday 1 August at 00:05')
  expect(fullDayAndTime(at)).toBe('Sunday 1 August 2027 at 00:05')
})
