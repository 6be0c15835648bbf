import { CanaryModel } from '@kerbside/schema/canary/canary.model'
import { canaryJob } from '@kerbside/schema/events/event.jobs'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { addFirms, run, runningWorker, testDeps, until, useWorkers } from '../testing/test-worker.ts'

useDatabase()
useWorkers()

test('a running worker records that a test lead arrived, and makes neither lead nor email of it', async () => {
  await addFirms(2)
  await CanaryModel.create([{ _id: 7, submittedAt: new Date(), lead: aLead(7) }])
  const deps = await runningWorker()
  await deps.enqueueAll([canaryJob(7)])
  await until(async () => (await CanaryModel.findById(7).lean())?.arrivedAt)
  expect([await LeadModel.countDocuments(), await DeliveryModel.countDocuments()]).toEqual([0, 0])
})

test('one whose form could not be answered never arrives', async () => {
  await CanaryModel.create([{ _id: 7, submittedAt: new Date() }])
  await run(await testDeps(), canaryJob(7))
  expect((await CanaryModel.findById(7).lean())?.arrivedAt).toBeNull()
})
