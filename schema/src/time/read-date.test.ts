import fc from 'fast-check'
import { expect, test } from 'vitest'
import { londonDay, londonDayAndTime } from './london-time.ts'
import { readDay, readMoment } from './read-date.ts'

test.each([
  ['2026-03-31', '2026-03-31'],
  ['2026/03/31', '2026-03-31'],
  ['31/03/2026', '2026-03-31'],
  ['31/03/2026 14:05', '2026-03-31'],
  ['3/4/26', '2026-04-03'],
  ['03-04-2026', '2026-04-03'],
  ['3.4.2026', '2026-04-03'],
  ['31 Mar 2026', '2026-03-31'],
  ['31-Mar-26', '2026-03-31'],
  ['31st March 2026', '2026-03-31'],
  ['Tuesday, 31 March 2026', '2026-03-31'],
  ['46112', '2026-03-31'],
  ['46112.5868', '2026-03-31'],
  ['29/02/2028', '2028-02-29'],
  ['30/02/2026', null],
  ['2026-02-30', null],
  ['03/31/2026', null],
  ['31/03', null],
  ['2026/31/03', null],
  ['31/03-2026', null],
  ['1', null],
  ['Nov 27', null],
  ['46112 pounds', null],
  ['', null],
])('%j is the day %j', (text, day) => {
  expect(readDay(text)).toBe(day)
})

test.each([
  ['31/03/2026 14:05', '2026-03-31T13:05:00.000Z'],
  ['31/03/2026 2:05 pm', '2026-03-31T13:05:00.000Z'],
  ['31/12/2025 12.30am', '2025-12-31T00:30:00.000Z'],
  ['31/12/2025, 14:05:09', '2025-12-31T14:05:09.000Z'],
  ['46112.586805556', '2026-03-31T13:05:00.000Z'],
  ['2026-03-31T14:05:06.123+02:00', '2026-03-31T12:05:06.123Z'],
  ['31 Mar 2026 25:00', null],
  ['31 Mar 2026 14', null],
])('%j is the moment %j', (text, at) => {
  expect(readMoment(text)?.toISOString() ?? null).toBe(at)
})

test('each day and time of this century is read as British spreadsheets write it', () => {
  const moment = fc.date({ min: new Date('2000-01-02'), max: new Date('2099-12-30'), noInvalidDate: true })
  const british = (at: Date) => londonDayAndTime(at).replace(/(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1')
  fc.assert(
    fc.property(moment, (at) => {
      expect(readDay(british(at))).toBe(londonDay(at))
      // Of the hour that comes twice in autumn the first is meant.
      const hours = Math.abs((readMoment(british(at))?.getTime() ?? 0) - at.getTime()) / 3_600_000
      expect(hours).toBeLessThan(1.02)
    }),
  )
})

test('whatever is typed, a moment has a day, and what is none is null', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\d/.: -]{1,20}$/))
  fc.assert(
    fc.property(typed, (text) => {
      expect(readMoment(text) === null).toBe(readDay(text) === null)
    }),
  )
})
