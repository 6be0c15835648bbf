import { leadStatuses } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LeadEvents } from '../deps.ts'
import { createChangeLog } from '../leads/live/change-log.ts'
import { useTestApp } from '../testing/test-app.ts'
import { keptCount, keptLeads, latestOf, type KeptLead, type Wanted } from './kept-leads.ts'

const app = useTestApp()

/** A watch whose changes the test reports. */
function aWatch() {
  const log = createChangeLog()
  log.begin()
  const leadEvents: LeadEvents = { ...app.deps.leadEvents, changeCount: log.count, changedSince: log.since }
  return { log, leadEvents }
}

const moment = (second: number) => new Date(1_700_000_000_000 + second * 1_000)

/** The numbers of the leads of a period that are not lost, by the time of their last change. */
async function readOpen({ from, ids, most }: Wanted): Promise<[number, KeptLead & { id: number }][]> {
  const match = { createdAt: { $gte: from }, status: { $ne: 'lost' as const }, ...(ids && { _id: { $in: [...ids] } }) }
  const leads = await LeadModel.find(match)
    .sort({ updatedAt: -1, _id: -1 })
    .limit(most ?? 0)
    .lean()
  return leads.map(({ _id: id, createdAt, updatedAt }) => [id, { id, at: +createdAt, order: +updatedAt }])
}

const id = fc.integer({ min: 1, max: 9 })
const second = fc.integer({ min: 0, max: 30 })
const changes = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      id,
      second,
      status: fc.constantFrom(...leadStatuses),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('time passes' as const), second: fc.integer({ max: 5, min: 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('the watch broke' as const) }) },
)

test('after any changes the leads that are kept are those that are read anew, also of too many', async () => {
  let partly = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(4, 100), fc.array(changes, { maxLength: 40 }), async (most, steps) => {
      const { log, leadEvents } = aWatch()
      const kept = keptLeads<KeptLead & { id: number }>(most)
      await LeadModel.deleteMany({})
      await LeadModel.insertMany(
        [1, 2, 3, 4, 5, 6, 7].map((id) => aLead(id, { createdAt: moment(id), updatedAt: moment(id) })),
      )
      let from = moment(0)
      const read = (wanted: Wanted) => {
        if (wanted.ids) partly += 1
        return readOpen(wanted)
      }
      for (const step of steps) {
        if (step.kind === 'write') {
          await LeadModel.deleteOne({ _id: step.id })
          // A lead changes after it came.
          const updatedAt = moment(step.second + (step.id % 3))
          await LeadModel.create(aLead(step.id, { createdAt: moment(step.second), updatedAt, status: step.status }))
          log.add(step.id)
        } else if (step.kind === 'delete') {
          await LeadModel.deleteOne({ _id: step.id })
          log.add(step.id)
        } else if (step.kind === 'time passes') from = new Date(from.getTime() + step.second * 1_000)
        else {
          await LeadModel.deleteOne({ _id: 1 })
          log.begin()
        }
        const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
        const latest = latestOf(await kept(leadEvents, from, read), most).map(({ id }) => id)
        const anew = (await readOpen({ from, most })).map(([id]) => id)
        expect(sorted(latest)).toEqual(sorted(anew))
      }
    }),
    { numRuns: 12 },
  )
  expect(partly).toBeGreaterThan(10)
})

test('of too many leads the next ones are read when those that are kept go', async () => {
  const { log, leadEvents } = aWatch()
  const kept = keptLeads<KeptLead & { id: number }>(4)
  await LeadModel.insertMany([1, 2, 3, 4, 5, 6, 7].map((one) => aLead(one, { updatedAt: moment(one) })))
  const latest = async () => latestOf(await kept(leadEvents, new Date(0), readOpen), 4).map((row) => row.id)
  expect(new Set(await latest())).toEqual(new Set([4, 5, 6, 7]))
  await LeadModel.deleteMany({ _id: { $in: [5, 6] } })
  for (const gone of [5, 6]) log.add(gone)
  expect(new Set(await latest())).toEqual(new Set([2, 3, 4, 7]))
})

test('nothing is read again while nothing changes, and after a failure everything', async () => {
  const { log, leadEvents } = aWatch()
  const kept = keptLeads<KeptLead & { id: number }>()
  const asked: (readonly number[] | undefined)[] = []
  let fails = false
  const ask = () =>
    kept(leadEvents, moment(0), async (wanted) => {
      asked.push(wanted.ids)
      if (fails) throw new Error('away')
      return readOpen(wanted)
    })
  await ask()
  await ask()
  expect(asked).toEqual([undefined])
  log.add(3)
  fails = true
  await expect(ask()).rejects.toThrow('away')
  fails = false
  await ask()
  expect(asked).toEqual([undefined, [3], undefined])
})

test('a count is made again only when so many leads have changed that it may be another', async () => {
  const { log, leadEvents } = aWatch()
  let counted = 0
  const count = keptCount(async () => {
    counted += 1
    return 103
  })
  const isAHundred = () => count(leadEvents, ({ least }) => least >= 100)
  await isAHundred()
  for (const id of [1, 2, 3]) log.add(id)
  expect([await isAHundred(), counted]).toEqual([{ least: 100, most: 106 }, 1])
  log.add(4)
  expect([await isAHundred(), counted]).toEqual([{ least: 103, most: 103 }, 2])
  log.begin()
  await isAHundred()
  expect(counted).toBe(3)
})
