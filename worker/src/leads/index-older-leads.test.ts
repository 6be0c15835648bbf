import { CounterModel } from '@kerbside/schema/leads/lead-id.model'
import { LeadSearchModel, searchProgress } from '@kerbside/schema/leads/lead-search.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { migrations } from '@kerbside/schema/migrations/migrate.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { addLead, run, testDeps, useWorkers } from '../testing/test-worker.ts'
import { indexOlderLeads } from './index-older-leads.ts'

useDatabase()
useWorkers()

const migrate = () =>
  migrations
    .find(({ name }) => name === '2026-11-22-lead-search')
    ?.up(mongoose.connection.getClient().db(mongoose.connection.name))
const indexed = () => LeadSearchModel.distinct('_id')

test('leads of an older release become searchable, also by what it did not search, and only once', async () => {
  const deps = await testDeps()
  const old = Array.from({ length: 501 }, (_, index) => aLead(index + 1, { dispatchedAt: new Date() }))
  await LeadModel.insertMany(old.map((lead) => ({ ...lead, searchText: 'as it was' })))
  await LeadModel.create(aLead(900))
  await migrate()
  await Promise.all([indexOlderLeads(deps), indexOlderLeads(deps)])
  expect(await indexed()).toHaveLength(501)
  expect((await LeadModel.findById(1).lean())?.searchText).toContain('sw1a 1aa')
  expect((await LeadSearchModel.findById(501).lean())?.tails).toContain('w1a 1aa')
  expect(await CounterModel.exists({ _id: searchProgress })).toBeNull()
})

test('a new database has nothing to catch up with', async () => {
  await migrate()
  expect(await CounterModel.exists({ _id: searchProgress })).toBeNull()
})

test('a lead is searchable when it is finished, and only then', async () => {
  const deps = await testDeps()
  await addLead(1)
  expect(await indexed()).toEqual([])
  const jobs = [1, 2, 3].map(() => run(deps, { name: 'lead.submitted', data: { leadId: 1 } }))
  await Promise.all(jobs)
  expect(await indexed()).toEqual([1])
  expect((await LeadModel.findById(1).lean())?.dispatchedAt).toBeInstanceOf(Date)
})
