import { expect, test } from 'vitest'
import { leadFixture } from '../testing/lead-fixture.ts'
import type { LeadStatusName } from '../leads.queries.ts'
import { withMoves, type Columns, type ServerColumn } from './board-columns.ts'
import type { BoardLead } from './board.queries.ts'

const lead = (id: string, day: number, pounds: number | null = null): BoardLead => ({
  ...leadFixture,
  id,
  createdAt: `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`,
  value: pounds === null ? null : { currency: 'GBP', amount: pounds * 100 },
})
const none: ServerColumn = { count: 0, isCapped: false, value: [], rows: [] }
const server: Columns<ServerColumn> = {
  NEW: { ...none, count: 30, value: [{ currency: 'GBP', amount: 100_000 }], rows: [lead('1', 9), lead('2', 7, 400)] },
  CONTACTED: { ...none, count: 2, rows: [lead('3', 8), lead('4', 6)] },
  QUOTED: none,
  CONVERTED: none,
  LOST: none,
}
const ids = ({ rows }: { rows: readonly BoardLead[] }) => rows.map(({ id }) => id)
const moved = (to: LeadStatusName) => new Map([['2', to]])

test('a moved lead is in its new column, in its place by time, with the counts and sums that follow', () => {
  const columns = withMoves(server, moved('CONTACTED'), null)
  expect([ids(columns.NEW), ids(columns.CONTACTED)]).toEqual([['1'], ['3', '2', '4']])
  expect([columns.NEW.count, columns.CONTACTED.count]).toEqual([29, 3])
  expect([columns.NEW.value, columns.CONTACTED.value]).toEqual([
    [{ currency: 'GBP', amount: 60_000 }],
    [{ currency: 'GBP', amount: 40_000 }],
  ])
})

test('in another order it is first, and once the server has it there nothing is counted twice', () => {
  expect(ids(withMoves(server, moved('CONTACTED'), 'name').CONTACTED)).toEqual(['2', '3', '4'])
  const { NEW } = withMoves(server, moved('NEW'), null)
  expect([NEW.count, ids(NEW)]).toEqual([30, ['1', '2']])
})
