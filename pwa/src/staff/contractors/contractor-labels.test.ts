import { expect, test } from 'vitest'
import {
  areasSummary,
  areaTexts,
  capText,
  dayEnd,
  dayStart,
  historyText,
  hoursText,
  stateLabel,
  contractorState,
  verificationText,
} from './contractor-labels.ts'
import { dayOf } from '../ui/times.ts'

const now = new Date('2026-06-01T12:00:00Z')
const past = '2026-05-01T12:00:00Z'
const later = '2026-07-01T12:00:00Z'
const firm = { active: true, pausedUntil: null, verifiedUntil: later, addressBounce: null }
const addressBounce = { address: 'a@b.example', at: past, reason: '' }
const neverVerified = { ...firm, verifiedUntil: null }

test.each([
  [firm, 'active'],
  [{ ...firm, verifiedUntil: later, pausedUntil: past }, 'active'],
  [{ ...firm, pausedUntil: later }, 'paused'],
  [{ ...firm, pausedUntil: later, verifiedUntil: past }, 'unverified'],
  [neverVerified, 'unverified'],
  [{ ...firm, addressBounce, pausedUntil: later }, 'bounced'],
  [{ ...firm, active: false, pausedUntil: later, verifiedUntil: past }, 'inactive'],
])('%j is %s', (one, state) => {
  expect(contractorState(one, now)).toBe(state)
})

test('the chip of a paused firm names the day, and the verification its date', () => {
  expect(stateLabel({ ...firm, pausedUntil: later }, now).label).toBe('Paused until 1 Jul 2026')
  expect(verificationText(neverVerified, now)).toBe('Never verified: no jobs')
  expect(verificationText({ verifiedUntil: past }, now)).toBe('Verification ran out 1 May 2026')
  expect(verificationText({ verifiedUntil: later }, now)).toBe('Verified until 1 Jul 2026')
})

test('areas are shown as they are typed, the first four in a summary', () => {
  const areas = [
    { kind: 'OUTCODE' as const, value: 'SW1A' },
    { kind: 'ROUTING_KEY' as const, value: 'D02' },
    { kind: 'COUNTY' as const, value: 'Cork' },
    { kind: 'NATIONWIDE' as const, value: 'GB' },
  ]
  expect(areaTexts({ areas })).toEqual(['SW1A', 'D02', 'County Cork', 'UK'])
  expect(areasSummary({ areas })).toBe('SW1A, D02, County Cork, UK')
  expect(areasSummary({ areas: [...areas, ...areas] })).toBe('SW1A, D02, County Cork, UK and 4 more')
})

test('the caps are told in one line', () => {
  expect(capText({ dailyCap: 10, weeklyCap: null })).toBe('10 a day')
  expect(capText({ dailyCap: 10, weeklyCap: 30 })).toBe('10 a day, 30 a week')
})

test('the history is told in one line', () => {
  expect(historyText({ history: { offersMade: 0, offersAccepted: 0, acceptanceRate: null } })).toBe('No offers')
  expect(historyText({ history: { offersMade: 40, offersAccepted: 12, acceptanceRate: 30 } })).toBe(
    '12 of 40 accepted (30%)',
  )
})

test('a day of a date field is read back as the same day', () => {
  expect([dayOf(dayStart('2026-06-30')), dayOf(dayEnd('2026-06-30'))]).toEqual(['2026-06-30', '2026-06-30'])
  expect([dayStart(''), dayEnd(''), dayOf(null)]).toEqual([null, null, ''])
})

test.each([
  ['MONDAY 08:00 17:00, TUESDAY 08:00 17:00, WEDNESDAY 08:00 17:00', 'Mon–Wed 08:00–17:00 (Europe/London)'],
  [
    'MONDAY 08:00 17:00, WEDNESDAY 08:00 17:00, SATURDAY 09:00 12:00',
    'Mon 08:00–17:00, Wed 08:00–17:00, Sat 09:00–12:00 (Europe/London)',
  ],
  ['MONDAY 08:00 17:00, TUESDAY 09:00 17:00', 'Mon 08:00–17:00, Tue 09:00–17:00 (Europe/London)'],
  ['', 'Not known (Europe/London)'],
])('hours: %j', (text, shown) => {
  const workingHours = text.split(', ').flatMap((part) => {
    const [day, from = '', to = ''] = part.split(' ')
    return day ? [{ day: day as 'MONDAY', from, to }] : []
  })
  expect(hoursText({ workingHours, timeZone: 'Europe/London' })).toBe(shown)
})
