import { expect, test } from 'vitest'
import { noFilter } from '../lead-filter.ts'
import type { LeadRow } from '../leads.queries.ts'
import { movesOf } from './bulk-questions.tsx'

test('statuses are offered that one of the leads may move to, with how many may not', () => {
  const leads = [{ status: 'NEW' }, { status: 'NEW' }, { status: 'CONVERTED' }] as LeadRow[]
  expect(movesOf({ leads, filter: noFilter })).toEqual([
    { to: 'CONTACTED', skipped: 1 },
    { to: 'QUOTED', skipped: 0 },
    { to: 'CONVERTED', skipped: 1 },
    { to: 'LOST', skipped: 0 },
  ])
  expect(movesOf({ leads: null, filter: { ...noFilter, status: 'LOST' } })).toEqual([
    { to: 'CONTACTED', skipped: null },
  ])
  expect(movesOf({ leads: null, filter: noFilter }).map(({ to }) => to)).not.toContain('NEW')
})
