import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { findLeads, readAllLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { expect, onTestFinished, test, vi } from 'vitest'
import { profileOf } from '@kerbside/schema/testing/database'
import { useTestApp } from '../testing/test-app.ts'

useTestApp()
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

test('of a text that more leads have than are counted all are read: a change of all that match reaches each of them', async () => {
  await LeadModel.insertMany([
    ...Array.from({ length: 2_100 }, (_, index) => aLead(index + 1)),
    aLead(9_999, { fullName: 'Xavier Quill', email: 'x@y.example' }),
  ])
  const { total, parts } = await readAllLeads({ search: 'aoife' }, now)
  const read = new Set<number>()
  for await (const part of parts) for (const { id } of part) read.add(id)
  expect([total, read.size, read.has(9_999)]).toEqual([null, 2_100, false])
})
