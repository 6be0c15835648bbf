import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { saveSettings } from '@kerbside/schema/testing/settings'
import { expect, test } from 'vitest'
import { addFirms, addLead, run, testDeps, useWorkers } from '../testing/test-worker.ts'

useDatabase()
useWorkers()

const submitted = { name: 'lead.submitted', data: { leadId: 1 } } as const

test('a new lead gets one confirmation and an offer for each matching firm', async () => {
  const deps = await testDeps()
  await addLead(1)
  await addFirms(3)
  await run(deps, submitted)

  const lead = await LeadModel.findById(1).lean().orFail()
  expect(lead.offers.map(({ contractorName, state }) => `${contractorName} ${state}`).toSorted()).toEqual([
    'Firm 1 offered',
    'Firm 2 offered',
    'Firm 3 offered',
  ])
  expect(lead.dispatchedAt).toBeInstanceOf(Date)
  expect(await DeliveryModel.distinct('_id')).toEqual(
    ['lead-1-confirmation', ...lead.offers.map(({ contractorId }) => `lead-1-offer-${contractorId}`)].toSorted(),
  )
  expect(await deps.queues.mail.getJobCounts('waiting')).toEqual({ waiting: 4 })
})

test('at most five firms are offered a lead', async () => {
  const deps = await testDeps()
  await addLead(1)
  await addFirms(8)
  await run(deps, submitted)
  const lead = await LeadModel.findById(1).lean().orFail()
  expect(lead.offers).toHaveLength(5)
  expect(await DeliveryModel.countDocuments({ kind: 'offer' })).toBe(5)
  const waiting = lead.matching.filter(({ reasons }) => reasons.includes('Next in line: all 5 places are taken'))
  expect(waiting).toHaveLength(3)
})

test('no more firms are offered a lead than its notice says', async () => {
  const deps = await testDeps()
  await addLead(1, { maximumFirms: 2 })
  await addFirms(4)
  await run(deps, submitted)
  const lead = await LeadModel.findById(1).lean().orFail()
  expect(lead.offers).toHaveLength(2)
  expect(lead.matching.flatMap(({ reasons }) => reasons.slice(2))).toEqual(
    Array(2).fill('Next in line: all 2 places are taken'),
  )
})

test('an offer runs for as many hours as the settings say', async () => {
  const deps = await testDeps()
  await saveSettings(deps.settings, { offerHours: 48 })
  await addLead(1)
  await addFirms(1)
  await run(deps, submitted)
  const [offer] = (await LeadModel.findById(1).lean().orFail()).offers
  expect((offer?.expiresAt.getTime() ?? 0) - (offer?.offeredAt.getTime() ?? 0)).toBe(48 * 3_600_000)
})

test('the same job four times at once changes nothing', async () => {
  const deps = await testDeps()
  await addLead(1)
  await addFirms(8)
  await Promise.all(Array.from({ length: 4 }, () => run(deps, submitted)))
  await run(deps, submitted)

  const lead = await LeadModel.findById(1).lean().orFail()
  expect(lead.offers).toHaveLength(5)
  expect(new Set(lead.offers.map(({ contractorId }) => contractorId)).size).toBe(5)
  expect(await DeliveryModel.countDocuments({})).toBe(6)
  const firms = await ContractorModel.find().lean()
  expect(firms.reduce((sum, { offersOn }) => sum + offersOn.count, 0)).toBe(5)
})

test('a run that was killed half-way is completed by the next', async () => {
  const deps = await testDeps()
  await addLead(1)
  const [firm] = await addFirms(2)
  const at = new Date()
  await LeadModel.updateOne(
    { _id: 1 },
    {
      $push: {
        offers: {
          contractorId: String(firm?._id),
          contractorName: 'Firm 1',
          state: 'offered',
          offeredAt: at,
          expiresAt: new Date(at.getTime() + 86_400_000),
          decidedAt: null,
        },
      },
    },
  )
  await run(deps, submitted)
  expect(await DeliveryModel.countDocuments({ kind: 'offer' })).toBe(2)
})

test('a run that fails at its first email has made its offers by then, so that nothing of it runs beside the next', async () => {
  const deps = await testDeps()
  await addLead(1)
  await addFirms(3)
  const failed = new Error('Redis is full')
  await expect(run({ ...deps, enqueueAll: async () => Promise.reject(failed) }, submitted)).rejects.toBe(failed)
  const { offers } = await LeadModel.findById(1).lean().orFail()
  expect(offers).toHaveLength(3)
})

test('a lead without an email address gets offers and no confirmation', async () => {
  const deps = await testDeps()
  await addLead(1, { email: '' })
  await addFirms(1)
  await run(deps, submitted)
  expect(await DeliveryModel.distinct('kind')).toEqual(['offer'])
})

test('a lead that was deleted or handled before is left alone', async () => {
  const deps = await testDeps()
  await run(deps, submitted)
  await addLead(1, { dispatchedAt: new Date() })
  await addFirms(1)
  await run(deps, submitted)
  expect(await DeliveryModel.countDocuments({})).toBe(0)
})
