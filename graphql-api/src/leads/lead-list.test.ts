import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { findLeads } from '@kerbside/schema/leads/find-leads.model'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/test-app.ts'

useTestApp()
const now = new Date()

/** What MongoDB did for each read of the leads. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const { db } = mongoose.connection
  if (!db) throw new Error('not connected')
  await db.command({ profile: 2 })
  await work()
  await db.command({ profile: 0 })
  const entries = await db
    .collection('system.profile')
    .find({ ns: /\.leads$/, planSummary: { $exists: true } })
    .toArray()
  await db.collection('system.profile').drop()
  return entries.map(({ planSummary }) => String(planSummary))
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
