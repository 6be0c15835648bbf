import { expect, test } from 'vitest'
import { toLeadFilter } from '../leads/lead-filter.ts'
import { countText } from '../leads/lead-labels.ts'
import { readListState } from '../leads/list/use-lead-list-state.ts'
import type { LeadFigure } from './dashboard.queries.ts'
import { listAddress } from './lead-figure.tsx'

const none = {
  status: null,
  assignedTo: null,
  from: null,
  to: null,
  source: null,
  followUp: null,
  pending: null,
  waiting: null,
  awaitingPrice: null,
  awaitingConfirmation: null,
  area: null,
}
const aFigure = (filter: Partial<LeadFigure['filter']>) => ({
  count: 3,
  isCapped: false,
  filter: { ...none, ...filter },
})

const week = { from: '2026-11-13T00:00:00.000Z', to: '2026-11-19T23:59:59.999Z' }

test.each([
  {},
  { status: 'CONVERTED' as const, ...week },
  { followUp: true, assignedTo: 'a'.repeat(24) },
  { pending: true },
  { waiting: true, from: week.from },
  { awaitingPrice: true },
  { source: 'google & co', from: week.from },
  { area: 'SW', from: week.from },
])('the list that a figure opens filters by %j', (filter) => {
  const address = new URL(listAddress('/manager/leads', aFigure(filter)), 'http://kerbside.test')
  expect(address.pathname).toBe('/manager/leads')
  expect(toLeadFilter(readListState(address.searchParams))).toEqual(filter)
})

test('a count is written as the list writes its total', () => {
  expect([countText({ count: 1_234, isCapped: false }), countText({ count: 10_000, isCapped: true })]).toEqual([
    '1,234',
    '10,000+',
  ])
})
