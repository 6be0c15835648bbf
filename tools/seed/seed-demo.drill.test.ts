import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { matchContractors } from '@kerbside/schema/contractors/matching'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { leadStatuses } from '@kerbside/schema/leads/lead'
import { countyOf } from '@kerbside/schema/quotes/places'
import { useDatabase } from '@kerbside/schema/testing/database'
import { UserModel } from '@kerbside/schema/users/user.model'
import { expect, test } from 'vitest'
import { verifyPassword } from '../../graphql-api/src/users/credentials.ts'
import { relayOutbox } from '../../worker/src/events/relay.ts'
import { sweep } from '../../worker/src/events/sweep.ts'
import { testDeps, useWorkers } from '../../worker/src/testing/test-worker.ts'
import { demoStaff } from './demo-people.ts'
import { seedDemo } from './seed-demo.ts'

useDatabase()
useWorkers()

test('the demo data is complete: sign-ins that work, firms, leads in every status', async () => {
  await seedDemo()
  expect(await ContractorModel.countDocuments()).toBe(24)
  expect(await LeadModel.countDocuments()).toBe(60)
  expect((await LeadModel.distinct('status')).toSorted()).toEqual([...leadStatuses].toSorted())
  for (const { email, password } of demoStaff) {
    const user = await UserModel.findOne({ email }).lean().orFail()
    expect(await verifyPassword(user.passwordHash, password)).toBe(true)
  }
})

test('seeding twice adds nothing and keeps what was edited', async () => {
  await seedDemo()
  await LeadModel.updateOne({ status: 'quoted' }, { lostReason: 'edited' })
  await ContractorModel.updateOne({ name: 'Thames Paving' }, { dailyCap: 3 })
  const emails = await DeliveryModel.countDocuments()
  const again = await seedDemo()
  expect(Object.values(again).every((added) => added === 0)).toBe(true)
  expect(await DeliveryModel.countDocuments()).toBe(emails)
  expect(await LeadModel.countDocuments({ lostReason: 'edited' })).toBe(1)
  expect(await ContractorModel.countDocuments({ name: 'Thames Paving', dailyCap: 3 })).toBe(1)
})

test.each(['SW1A 1AA', 'M1 1AE', 'BT1 5GS', 'D02 X285'])('more than five firms suit a lead in %s', async (postcode) => {
  await seedDemo()
  const firms = (await ContractorModel.find().lean()).map((firm) => ({
    ...toContractor(firm),
    offersToday: 0,
    offersThisWeek: 0,
  }))
  const place = { trade: 'driveways', postcode, county: countyOf(postcode) }
  expect(matchContractors(place, firms, new Date()).filter(({ matched }) => matched).length).toBeGreaterThan(5)
})

test('demo leads and their emails leave nothing for the worker to send', async () => {
  await seedDemo()
  const deps = await testDeps()
  await relayOutbox(deps)
  await sweep(deps)
  expect(await deps.queues.leads.getJobCounts('waiting', 'delayed')).toEqual({ waiting: 0, delayed: 0 })
  expect(await deps.queues.mail.getJobCounts('waiting', 'delayed')).toEqual({ waiting: 0, delayed: 0 })
  const leads = await LeadModel.find().lean()
  const ids = leads.flatMap(({ _id, offers }) => offers.map((offer) => deliveryId(_id, 'offer', offer.contractorId)))
  expect(ids.length).toBeGreaterThan(200)
  expect(await DeliveryModel.countDocuments({ _id: { $in: ids } })).toBe(ids.length)
})
