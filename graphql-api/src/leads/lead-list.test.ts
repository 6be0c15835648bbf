import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { findLeads, readAllLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { expect, test } from 'vitest'
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
