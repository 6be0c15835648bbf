import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { findLeads, readAllLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { expect, onTestFinished, test, vi } from 'vitest'
import { profileOf } from '@kerbside/schema/testing/database'
import { cachedCount } from '@kerbside/schema/leads/list/cached-count'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { openLeads } from './leads.service.ts'

const app = useTestApp()
const now = new Date()

/** What MongoDB did for each read of the leads. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const entries = await profileOf(/\.leads$/, work)
  return entries.flatMap(({ planSummary }) => (planSummary === undefined ? [] : String(planSummary)))
}

test('the list and its filters read no lead that is not shown: index scans only', async () => {
  await LeadModel.create(
    Array.from({ length: 50 }, (_, index) => aLead(index + 1, { createdAt: new Date(now.getTime() - index) })),
  )
  const filters = [
    {},
    { status: 'new' },
    { assignedTo: 'none' },
    { search: 'aoife' },
    { search: 'nobody', status: 'new' },
    { from: new Date(0), to: now },
    { followUp: true },
    { pending: true },
    { area: 'sw' },
  ]
  const plans = await plansOf(async () => {
    for (const filter of filters) {
      const page = await findLeads({ filter, first: 10 }, now)
      await page.total()
    }
  })
  expect(plans.length).toBeGreaterThanOrEqual(filters.length)
  // `RECORD_STORE_FAST_COUNT` is a look at the collection's metadata.
  expect(plans.filter((plan) => !/^(?:IXSCAN|COUNT_SCAN|RECORD_STORE_FAST_COUNT)/.test(plan))).toEqual([])
})

test('a text in a thousand leads is found by walking the list, a rare one through the index of texts', async () => {
  const leads = Array.from({ length: 1_100 }, (_, index) =>
    aLead(index + 1, { createdAt: new Date(now.getTime() - index) }),
  )
  await LeadModel.insertMany([...leads, aLead(9_999, { fullName: 'Xavier Quill' })])
  const common = await findLeads({ filter: { search: 'aoife' }, first: 3 }, now)
  expect(common.records.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(await common.total()).toBe(1_101)
  const rare = await findLeads({ filter: { search: 'quill' } }, now)
  expect([rare.records.map(({ id }) => id), await rare.total()]).toEqual([[9_999], 1])
})

test('a large total is counted once, by however many ask at once, and anew after a change', async () => {
  const { viewer } = await createSession(await createUser('admin'))
  await LeadModel.insertMany(Array.from({ length: 2_100 }, (_, index) => aLead(index + 1)))
  const total = async () => {
    const list = await openLeads(app.contextOf(viewer), { filter: { status: 'new' } })
    return (await list.total()).count
  }
  const commands = () =>
    profileOf(/\.leads$/, async () =>
      expect(await Promise.all(Array.from({ length: 8 }, total))).toEqual(Array(8).fill(2_100)),
    )
  const counts = async () =>
    (await commands()).filter(({ command }) => 'aggregate' in command || 'count' in command).length
  await expect.poll(counts).toBe(0) // once it watches for changes
  await LeadModel.deleteOne({ _id: 7 })
  await expect.poll(total).toBe(2_099)
})

test('a search that found nothing finds what was stored after it once the change is reported, before a worker has seen it', async () => {
  const { viewer } = await createSession(await createUser('admin'))
  await LeadModel.deleteMany({}) // so that none is without its week
  const search = async () => {
    const list = await openLeads(app.contextOf(viewer), { filter: { search: 'xavier q' } })
    return (await list.page()).records.map(({ id }) => id)
  }
  const { isWatching, changedSince, changeCount } = app.deps.leadEvents
  await expect.poll(isWatching).toBe(true)
  const before = changeCount()
  expect(await search()).toEqual([])
  await LeadModel.create(aLead(2, { fullName: 'Xavier Quill', dispatchedAt: null }))
  await expect.poll(() => changedSince(before)).toContain(2)
  expect(await search()).toEqual([2])
})

test('of many searches two are counted at a time', async () => {
  const { viewer } = await createSession(await createUser('admin'))
  await LeadModel.create(aLead(1))
  let running = 0
  let most = 0
  const countDocuments = LeadModel.countDocuments.bind(LeadModel)
  const spy = vi.spyOn(LeadModel, 'countDocuments').mockImplementation((...args) => {
    const query = countDocuments(...args)
    const exec = query.exec.bind(query)
    query.exec = async () => {
      most = Math.max(most, (running += 1))
      return exec().finally(() => (running -= 1))
    }
    return JSON.stringify(args).includes('"status"') ? query : countDocuments(...args)
  })
  onTestFinished(() => spy.mockRestore())
  const totals = ['aoife', 'byrne', 'example', 'fe by', 'a'].map(async (search) => {
    const list = await openLeads(app.contextOf(viewer), { filter: { search, status: 'new' } })
    return (await list.total()).count
  })
  expect([await Promise.all(totals), most]).toEqual([[1, 1, 1, 1, 1], 2])
})

test('small counts and failed ones are not stored', async () => {
  const cache = new Map<string, Promise<number>>()
  await cachedCount(cache, 'small', async () => 2_000)
  await cachedCount(cache, 'large', async () => 2_001)
  await expect(cachedCount(cache, 'failed', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect([...cache.keys()]).toEqual(['large'])
})

/** Runs this before each second step of a list, which reads the leads that were found in an index. */
function beforeEachRead(work: () => Promise<unknown>) {
  const { find } = LeadModel
  const spy = vi.spyOn(LeadModel, 'find').mockImplementation((...args) => {
    const query = find.apply(LeadModel, args)
    const isSecondStep = typeof args[0] === 'object' && '_id' in args[0]
    const exec = query.exec.bind(query)
    if (isSecondStep) query.exec = () => work().then(() => exec())
    return query
  })
  onTestFinished(() => spy.mockRestore())
}

test('reading all leads goes on behind leads that are deleted meanwhile, also behind a whole part of them', async () => {
  const leads = Array.from({ length: 1_200 }, (_, index) =>
    aLead(index + 1, { createdAt: new Date(now.getTime() - index * 1_000) }),
  )
  await LeadModel.insertMany(leads)
  const deletions = [[3], [], Array.from({ length: 500 }, (_, index) => 501 + index)]
  beforeEachRead(async () => LeadModel.deleteMany({ _id: { $in: deletions.shift() ?? [] } }))
  const { parts } = await readAllLeads({ from: new Date(0) }, now)
  const read: number[] = []
  for await (const part of parts) read.push(...part.map(({ id }) => id))
  const left = leads.map(({ _id }) => _id).filter((id) => id !== 3 && (id < 501 || id > 1_000))
  expect(read).toEqual(left)
})
