import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Area } from './contractor.ts'
import { covers, matchContractors, type MatchableContractor } from './matching.ts'
import { districtOf } from '../quotes/postcode.ts'

const now = new Date('2026-06-01T12:00:00Z')
const later = new Date('2026-06-02T12:00:00Z')
const earlier = new Date('2026-05-01T12:00:00Z')

const firm = (id: string, changes: Partial<MatchableContractor> = {}): MatchableContractor => ({
  id,
  name: id,
  email: `${id}@firms.example`,
  phone: null,
  trades: ['driveways'],
  areas: [{ kind: 'outcode', value: 'SW1A' }],
  workingHours: [],
  timeZone: 'Europe/London',
  outsideHours: 'send',
  offerEmails: 'single',
  weight: 1,
  dailyCap: 5,
  weeklyCap: null,
  active: true,
  pausedUntil: null,
  verifiedUntil: later,
  lastLeadAt: null,
  createdAt: earlier,
  offersToday: 0,
  offersThisWeek: 0,
  ...changes,
})
const lead = { trade: 'driveways', postcode: 'SW1A 1AA', county: null }
const outcode = (value: string): Area => ({ kind: 'outcode', value })

test.each<[Area, string, boolean]>([
  [outcode('SW1A'), 'SW1A 1AA', true],
  [outcode('SW1'), 'SW1A 1AA', true],
  [outcode('SW1'), 'SW1 1AA', true],
  [outcode('SW1'), 'SW11 1AA', false],
  [outcode('SW11'), 'SW1 1AA', false],
  [outcode('SW1A'), 'SW1 1AA', false],
  [outcode('SW'), 'SW11 1AA', true],
  [outcode('S'), 'SW1 1AA', false],
  [outcode('M'), 'ME1 1AA', false],
  [outcode('M1'), 'M11 1AA', false],
  [{ kind: 'routing-key', value: 'D02' }, 'D02 X285', true],
  [{ kind: 'routing-key', value: 'D06' }, 'D6W X285', false],
  [{ kind: 'routing-key', value: 'D6W' }, 'D06 X285', false],
  [{ kind: 'routing-key', value: 'D6' }, 'D6W X285', false],
  [outcode('D02'), 'D02 X285', false],
  [{ kind: 'nationwide', value: 'GB' }, 'BT1 5GS', true],
  [{ kind: 'nationwide', value: 'GB' }, 'D02 X285', false],
  [{ kind: 'nationwide', value: 'IE' }, 'D02 X285', true],
])('%j and %s: %s', (area, postcode, covered) => {
  expect(covers(area, districtOf(postcode), null)).toBe(covered)
})

test('a county counts by its name in any case, and never without one', () => {
  const area: Area = { kind: 'county', value: 'Cork' }
  expect(covers(area, null, 'cork')).toBe(true)
  expect(covers(area, null, 'Dublin')).toBe(false)
  expect(covers(area, null, null)).toBe(false)
})

test('without a postcode only nationwide firms match', () => {
  const firms = [firm('local'), firm('national', { areas: [{ kind: 'nationwide', value: 'IE' }] })]
  const reasons = matchContractors({ ...lead, postcode: null }, firms, now)
  expect(reasons.map(({ contractorId, matched }) => [contractorId, matched])).toEqual([
    ['national', true],
    ['local', false],
  ])
  expect(reasons[1]?.reasons).toEqual(['No postcode given, and the firm does not work nationwide'])
})

test.each<[string, Partial<MatchableContractor>, string]>([
  ['switched off', { active: false }, 'The firm is not active'],
  ['paused', { pausedUntil: later }, 'The firm is paused'],
  ['never verified', { verifiedUntil: null }, 'The firm has never been verified'],
  ['no longer verified', { verifiedUntil: earlier }, 'The firm’s verification has run out'],
  ['of another trade', { trades: ['extensions'] }, 'Does not do driveways'],
  ['from elsewhere', { areas: [outcode('M1')] }, 'Does not work in SW1A'],
  ['at its cap', { offersToday: 5 }, 'Daily cap of 5 reached'],
  ['at its weekly cap', { weeklyCap: 12, offersThisWeek: 12 }, 'Weekly cap of 12 reached'],
])('a firm that is %s is told apart with the reason', (_case, changes, reason) => {
  const [checked] = matchContractors(lead, [firm('a', changes)], now)
  expect(checked).toMatchObject({ matched: false, reasons: [reason] })
})

test('a pause that is over and a verification that holds are no obstacle', () => {
  const [checked] = matchContractors(lead, [firm('a', { pausedUntil: earlier, verifiedUntil: later })], now)
  expect(checked).toMatchObject({ matched: true, reasons: ['Does driveways', 'Works in SW1A'] })
})

test('every reason against a firm is given', () => {
  const [checked] = matchContractors(lead, [firm('a', { active: false, trades: [], areas: [], offersToday: 9 })], now)
  expect(checked?.reasons).toHaveLength(4)
})

test('all firms are checked; the matching ones come first, longest since their last lead first', () => {
  const dates = fc.option(fc.date({ min: earlier, max: now, noInvalidDate: true }), { nil: null })
  const firms = fc.array(
    fc.record({ lastLeadAt: dates, active: fc.boolean(), offersToday: fc.integer({ min: 0, max: 6 }) }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(firms, (records) => {
      const all = records.map((changes, index) => firm(`firm-${index}`, changes))
      const reasons = matchContractors(lead, all, now)
      expect(reasons.map(({ contractorId }) => contractorId).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      const matched = reasons.filter((reason) => reason.matched)
      expect(reasons.slice(0, matched.length)).toEqual(matched)
      const waited = matched.map(
        ({ contractorId }) => all.find(({ id }) => id === contractorId)?.lastLeadAt?.getTime() ?? 0,
      )
      expect(waited).toEqual(waited.toSorted((a, b) => a - b))
      expect(reasons.every((reason) => reason.reasons.length > 0)).toBe(true)
    }),
  )
})
