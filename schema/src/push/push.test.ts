import { expect, test } from 'vitest'
import { quietUntil } from './push.ts'

const inLondon = (from: string, to: string) => ({ quietHours: { from, to }, timeZone: 'Europe/London' })
const endOf = (device: ReturnType<typeof inLondon>, at: string) =>
  quietUntil(device, new Date(at))?.toISOString() ?? null

test('without quiet hours no moment is quiet', () => {
  expect(quietUntil({ quietHours: null, timeZone: 'Europe/London' }, new Date('2026-01-15T03:00:00Z'))).toBeNull()
})

test.each([
  ['2026-01-15T12:59:00Z', null],
  ['2026-01-15T13:00:00Z', '2026-01-15T14:00:00.000Z'],
  ['2026-01-15T13:59:59Z', '2026-01-15T14:00:00.000Z'],
  ['2026-01-15T14:00:00Z', null],
])('quiet from 13:00 to 14:00: at %s until %s', (at, end) => {
  expect(endOf(inLondon('13:00', '14:00'), at)).toBe(end)
})

test.each([
  ['2026-01-15T21:59:00Z', null],
  ['2026-01-15T22:00:00Z', '2026-01-16T07:00:00.000Z'],
  ['2026-01-15T23:59:00Z', '2026-01-16T07:00:00.000Z'],
  ['2026-01-16T00:00:00Z', '2026-01-16T07:00:00.000Z'],
  ['2026-01-16T06:59:59Z', '2026-01-16T07:00:00.000Z'],
  ['2026-01-16T07:00:00Z', null],
])('quiet over midnight, from 22:00 to 07:00: at %s until %s', (at, end) => {
  expect(endOf(inLondon('22:00', '07:00'), at)).toBe(end)
})

test.each([
  // The clock goes forward on 29 March 2026 at 01:00 UTC: that night is an hour shorter.
  ['2026-03-28T22:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['2026-03-29T06:00:00Z', null],
  // And back on 25 October 2026 at 01:00 UTC: that night is an hour longer.
  ['2026-10-24T21:00:00Z', '2026-10-25T07:00:00.000Z'],
  ['2026-10-25T06:30:00Z', '2026-10-25T07:00:00.000Z'],
])('a night in which the clock changes: at %s until %s', (at, end) => {
  expect(endOf(inLondon('22:00', '07:00'), at)).toBe(end)
})

test('an hour that the clock shows twice is quiet from its first beginning on, and ends once', () => {
  // 01:30 is at 00:30 and at 01:30 UTC.
  expect(endOf(inLondon('01:30', '07:00'), '2026-10-25T01:10:00Z')).toBe('2026-10-25T07:00:00.000Z')
  expect(endOf(inLondon('22:00', '01:30'), '2026-10-25T00:29:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(endOf(inLondon('22:00', '01:30'), '2026-10-25T01:10:00Z')).toBeNull()
})

test('an end that the clock skips is as long after the change', () => {
  // On 29 March there is no 01:30 in London; 02:30 comes half an hour after the change.
  expect(endOf(inLondon('22:00', '01:30'), '2026-03-29T00:59:00Z')).toBe('2026-03-29T01:30:00.000Z')
})

test('the clock of the device decides, not that of the server', () => {
  const device = { quietHours: { from: '22:00', to: '07:00' }, timeZone: 'America/New_York' }
  expect(quietUntil(device, new Date('2026-01-15T12:00:00Z'))).toBeNull()
  expect(quietUntil(device, new Date('2026-01-15T04:00:00Z'))?.toISOString()).toBe('2026-01-15T12:00:00.000Z')
})
