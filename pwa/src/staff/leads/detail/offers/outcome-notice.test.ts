import { expect, test } from 'vitest'
import type { LeadDetail } from '../../lead.queries.ts'
import { leadFixture } from '../../testing/lead-fixture.ts'
import { doubtsOf } from './outcome-notice.tsx'

const at = '2026-01-03T09:00:00.000Z'
const quoted = { kind: 'QUOTED' as const, text: 'Quoted', at }
const doubted = { kind: 'NOT_GENUINE' as const, text: 'Not genuine: spam', at }
const offerWith = (...outcomes: LeadDetail['offers'][number]['outcomes']): LeadDetail['offers'][number] => ({
  contractorId: 'c',
  contractorName: 'Pave & Co',
  state: 'ACCEPTED',
  offeredAt: at,
  expiresAt: at,
  decidedAt: at,
  sendAt: null,
  digestDay: null,
  declinedBecause: null,
  outcomes,
  rating: null,
})
const call = (at: string) => ({
  kind: 'CALLED' as const,
  at,
  by: { id: 'u', name: 'Ben' },
  text: null,
  outcome: null,
  mentions: [],
  assignedTo: null,
  followUpAt: null,
  quote: null,
})
const firmsIn = (changes: Partial<LeadDetail>) => doubtsOf({ ...leadFixture, ...changes }).map(({ firm }) => firm)

test('staff are told of a firm’s doubt until they have called since, or the lead is closed', () => {
  const offers = [offerWith(quoted, doubted)]
  expect(firmsIn({ offers })).toEqual(['Pave & Co'])
  expect(firmsIn({ offers, activity: [call('2026-01-03T08:00:00.000Z')] })).toEqual(['Pave & Co'])
  expect(firmsIn({ offers, activity: [call('2026-01-03T10:00:00.000Z')] })).toEqual([])
  expect(firmsIn({ offers, status: 'LOST' })).toEqual([])
})

test('what a firm has taken back is no doubt', () => {
  expect(firmsIn({ offers: [offerWith(doubted, quoted), offerWith()] })).toEqual([])
})
