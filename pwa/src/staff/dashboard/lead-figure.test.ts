import { expect, test } from 'vitest'
import { toLeadFilter } from '../leads/lead-filter.ts'
import { countText } from '../leads/lead-labels.ts'
import { readListState } from '../leads/list/use-lead-list-state.ts'
import type { LeadFigure } from './dashboard.queries.ts'
import { listAddress } from './lead-figure.tsx'
import { activityText } from './recent-activity.tsx'

const none = {
  status: null,
  assignedTo: null,
  from: null,
  to: null,
  source: null,
  followUp: null,
  pending: null,
  waiting: null,
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

test('activity in words', () => {
  const by = { name: 'Sam' }
  const entry = (kind: 'NOTE' | 'ASSIGNED' | 'FOLLOW_UP', more = {}) =>
    activityText({ move: null, entry: { kind, by, assignedTo: null, followUpAt: null, ...more } })
  expect([
    activityText({ move: { from: 'NEW', to: 'LOST', by: null }, entry: null }),
    entry('NOTE'),
    entry('ASSIGNED', { assignedTo: { name: 'Mo' } }),
    entry('ASSIGNED'),
    entry('FOLLOW_UP', { followUpAt: '2026-11-20T12:00:00Z' }),
    entry('FOLLOW_UP'),
  ]).toEqual([
    'Somebody moved New → Lost',
    'Sam added a note',
    'Sam assigned to Mo',
    'Sam assigned to nobody',
    'Sam set a follow-up for 20 Nov 2026',
    'Sam cleared a follow-up',
  ])
})
