import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { relayOutbox } from '../../worker/src/events/relay.ts'
import { sweep } from '../../worker/src/events/sweep.ts'
import { testDeps, useWorkers } from '../../worker/src/testing/test-worker.ts'
import { fillLeads } from './many-leads.ts'
import { demoWorld, seedDemo } from './seed-demo.ts'

useDatabase()
useWorkers()

test('many leads are filled in once, valid, all different, and leave nothing for the worker to do', async () => {
  await seedDemo()
  const world = await demoWorld(new Date())
  expect(await fillLeads(210, world, () => {})).toBe(210)
  expect(await fillLeads(210, world, () => {})).toBe(0)
  expect(await fillLeads(220, world, () => {})).toBe(10)
  expect(await LeadModel.countDocuments()).toBe(280)
  expect((await LeadModel.distinct('reference')).length).toBe(280)
  await new LeadModel(await LeadModel.findOne().sort({ _id: -1 }).lean()).validate()
  const deps = await testDeps()
  await relayOutbox(deps)
  await sweep(deps)
  expect(await deps.queues.leads.getJobCounts('waiting', 'delayed')).toEqual({ waiting: 0, delayed: 0 })
  expect(await LeadModel.countDocuments({ createdAt: { $gt: new Date() } })).toBe(0)
  expect(await LeadModel.countDocuments({ nextPromiseAlert: { $exists: true } })).toBe(0)
})
