import { expect, test } from 'vitest'
import { weekdays, type WorkingDay } from './contractor.ts'
import { parseHours } from './hours-text.ts'
import { nextDigestAt, offerTimes, opensAt } from './working-hours.ts'

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

test.each([
  ['2026-11-23T06:59:59.999Z', '2026-11-23T07:00:00Z', 'Monday before it'],
  ['2026-11-23T07:00:00Z', '2026-11-24T07:00:00Z', 'Monday at its very moment'],
  ['2026-11-20T12:00:00Z', '2026-11-23T07:00:00Z', 'Friday noon'],
  ['2026-03-27T12:00:00Z', '2026-03-30T06:00:00Z', 'the weekend on which summer time begins'],
  ['2026-10-23T12:00:00Z', '2026-10-26T07:00:00Z', 'the weekend on which it ends'],
])('from %s the next digest of a firm in London that works on weekdays is at %s (%s)', (now, at, _when) => {
  const firm = { workingHours: week('06:00', '17:30'), timeZone: 'Europe/London', outsideHours: 'hold' as const }
  expect(nextDigestAt(firm, new Date(now))).toEqual(new Date(at))
})

test('on both days on which the clock changes the digest comes at seven by the firm’s clock', () => {
  const firm = (timeZone: string) => ({ workingHours: [], timeZone, outsideHours: 'hold' as const })
  const next = (zone: string, now: string) => nextDigestAt(firm(zone), new Date(now)).toISOString()
  expect(next('Europe/Dublin', '2026-03-28T23:00:00Z')).toBe('2026-03-29T06:00:00.000Z')
  expect(next('Europe/Dublin', '2026-10-24T23:00:00Z')).toBe('2026-10-25T07:00:00.000Z')
  expect(next('America/New_York', '2026-03-08T04:00:00Z')).toBe('2026-03-08T11:00:00.000Z')
  expect(next('America/New_York', '2026-11-01T04:00:00Z')).toBe('2026-11-01T12:00:00.000Z')
})

test('a digest waits for a firm that opens later, unless it takes offers at any hour', () => {
  const firm = { workingHours: week('09:30', '17:00'), timeZone: 'Europe/London' }
  const next = (outsideHours: 'hold' | 'send' | 'pass-on') =>
    nextDigestAt({ ...firm, outsideHours }, new Date('2026-11-22T12:00:00Z'))
      .toISOString()
      .slice(11, 16)
  expect([next('hold'), next('pass-on'), next('send')]).toEqual(['09:30', '09:30', '07:00'])
})

test('an offer says which day’s digest tells of it, by the firm’s calendar', () => {
  const firm = { workingHours: [], timeZone: 'Pacific/Auckland', outsideHours: 'send' as const }
  const now = new Date('2026-11-23T12:00:00Z')
  expect(offerTimes({ ...firm, offerEmails: 'daily' }, now)).toEqual({
    sendAt: new Date('2026-11-23T18:00:00Z'),
    digestDay: '2026-11-24',
  })
  expect(offerTimes({ ...firm, offerEmails: 'single' }, now)).toEqual({ sendAt: null })
})
