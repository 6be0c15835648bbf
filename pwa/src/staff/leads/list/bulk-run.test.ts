import { expect, test } from 'vitest'
import { noFilter } from '../lead-filter.ts'
import type { LeadRow } from '../leads.queries.ts'
import { movesOf } from './bulk-questions.tsx'
import { createBulkRun, doneIn, leadsPerCall, skippedIn, type BulkApi } from './bulk-run.ts'

const refs = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(from + index),
    reference: `KB-${from + index}`,
    version: 1,
  }))
const action = { kind: 'status', to: 'QUOTED', note: null } as const

/** A server with so many matching leads, which fails at these calls of `change`. */
function aServer(total: number, failingCalls: readonly number[] = []) {
  const calls: string[][] = []
  const api: BulkApi = {
    next: async (after) => {
      const start = Number(after ?? 0)
      const leads = refs(start, Math.min(leadsPerCall, total - start))
      const end = start + leads.length
      return { leads, after: end < total ? String(end) : null }
    },
    change: async (_action, leads) => {
      calls.push(leads.map(({ id }) => id))
      if (failingCalls.includes(calls.length)) throw new Error('offline')
      const changedIds = leads.filter(({ id }) => !id.endsWith('7')).map(({ id }) => id)
      const skipped = leads.filter(({ id }) => id.endsWith('7')).map(({ id }) => ({ id, message: 'No such move.' }))
      return { changedIds, unchangedIds: [], skipped }
    },
  }
  return { api, calls }
}

test('selected leads are one call, and each skipped one has its reason', async () => {
  const { api, calls } = aServer(0)
  const run = createBulkRun(action, refs(1, 10), api)
  expect(await run.step()).toBe(true)
  expect(calls).toHaveLength(1)
  expect(run.report()).toEqual({
    changed: 9,
    unchanged: 0,
    skipped: [{ message: 'No such move.', leads: refs(7, 1) }],
  })
})

test('all that match are worked through call by call, each once', async () => {
  const { api, calls } = aServer(450)
  const run = createBulkRun(action, null, api)
  expect([await run.step(), doneIn(run.report())]).toEqual([false, 200])
  expect([await run.step(), doneIn(run.report())]).toEqual([false, 400])
  expect([await run.step(), doneIn(run.report())]).toEqual([true, 450])
  expect(new Set(calls.flat()).size).toBe(450)
  expect(skippedIn(run.report())).toBe(45)
  expect(run.report().skipped).toHaveLength(1)
})

test('a call that failed is made again, and counts once', async () => {
  const { api, calls } = aServer(300, [2])
  const run = createBulkRun(action, null, api)
  await run.step()
  await expect(run.step()).rejects.toThrow('offline')
  expect(doneIn(run.report())).toBe(200)
  expect(await run.step()).toBe(true)
  expect(calls[2]).toEqual(calls[1])
  expect(doneIn(run.report())).toBe(300)
})

test('nothing matches any more: nothing is done', async () => {
  const { api, calls } = aServer(0)
  expect(await createBulkRun(action, null, api).step()).toBe(true)
  expect(calls).toEqual([])
})

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
