import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { OfferState } from '@kerbside/schema/leads/offer'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { addFirms, addLead, run, testDeps, useWorkers } from '../testing/test-worker.ts'

useDatabase()
useWorkers()

/** Lead 1, offered to the first five of these firms. */
async function offeredLead(deps: Deps, firms: number) {
  await addLead(1)
  await addFirms(firms)
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  await DeliveryModel.updateMany({}, { state: 'sent' })
  return offers()
}

const offers = async () => (await LeadModel.findById(1).lean().orFail()).offers
const kindsQueued = async () =>
  (await DeliveryModel.find({ state: 'queued' }).lean()).map(({ kind }) => kind).toSorted()

async function decide(contractorId: string | undefined, state: OfferState) {
  const at = new Date()
  await LeadModel.updateOne(
    { _id: 1, 'offers.contractorId': contractorId },
    { 'offers.$.state': state, 'offers.$.decidedAt': at },
  )
  return contractorId ?? ''
}
const offerDelivery = (contractorId: string) => DeliveryModel.findById(`lead-1-offer-${contractorId}`).lean().orFail()

test('accepting sends the contact details to the firm and its name to the homeowner, once', async () => {
  const deps = await testDeps()
  const [first] = await offeredLead(deps, 2)
  const contractorId = await decide(first?.contractorId, 'accepted')
  const accepted = { name: 'offer.accepted', data: { leadId: 1, contractorId } } as const
  await Promise.all(Array.from({ length: 5 }, () => run(deps, accepted)))
  expect(await kindsQueued()).toEqual(['accepted-notice', 'contact-details'])
  expect((await offerDelivery(contractorId)).state).toBe('accepted')
})

test('an acceptance that is none releases nothing', async () => {
  const deps = await testDeps()
  const [first] = await offeredLead(deps, 2)
  await run(deps, { name: 'offer.accepted', data: { leadId: 1, contractorId: first?.contractorId ?? '' } })
  await run(deps, { name: 'offer.accepted', data: { leadId: 1, contractorId: 'nobody' } })
  await run(deps, { name: 'offer.accepted', data: { leadId: 2, contractorId: first?.contractorId ?? '' } })
  expect(await kindsQueued()).toEqual([])
})

test('when five firms have accepted, what is still on offer is withdrawn', async () => {
  const deps = await testDeps()
  const five = await offeredLead(deps, 5)
  const extra = { ...five[0], contractorId: 'sixth', contractorName: 'Sixth', state: 'offered' as const }
  await LeadModel.updateOne({ _id: 1 }, { $push: { offers: extra } })
  for (const { contractorId } of five) await decide(contractorId, 'accepted')
  await run(deps, { name: 'offer.accepted', data: { leadId: 1, contractorId: five[0]?.contractorId ?? '' } })
  expect((await offers()).find(({ contractorId }) => contractorId === 'sixth')?.state).toBe('withdrawn')
})

test.for(['declined', 'expired'] as const)('an offer that is %s goes to the next firm, once', async (state) => {
  const deps = await testDeps()
  const [first] = await offeredLead(deps, 7)
  const contractorId = await decide(first?.contractorId, state)
  const declined = { name: 'offer.declined', data: { leadId: 1, contractorId } } as const
  await Promise.all(Array.from({ length: 5 }, () => run(deps, declined)))

  const after = await offers()
  expect(after).toHaveLength(6)
  expect(after.filter((offer) => offer.state === 'offered')).toHaveLength(5)
  expect(await kindsQueued()).toEqual(['offer'])
  expect((await offerDelivery(contractorId)).state).toBe(state)
})

test('a declined offer for which there is no other firm stays the last', async () => {
  const deps = await testDeps()
  const [first] = await offeredLead(deps, 1)
  const contractorId = await decide(first?.contractorId, 'declined')
  await run(deps, { name: 'offer.declined', data: { leadId: 1, contractorId } })
  expect(await offers()).toHaveLength(1)
  expect(await kindsQueued()).toEqual([])
})
