import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Offer, OfferState } from '@kerbside/schema/offers/offer'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { startMailSink } from '../testing/mail-sink.ts'
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

const closeLead = (at = new Date()) =>
  LeadModel.updateOne(
    { _id: 1 },
    {
      $set: {
        status: 'lost',
        'offers.$[open].state': 'withdrawn',
        'offers.$[open].decidedAt': at,
        'offers.$[open].withdrawnBecause': 'lead-closed',
      },
    },
    { arrayFilters: [{ 'open.state': 'offered' }] },
  )
const reopenLead = () => LeadModel.updateOne({ _id: 1 }, { status: 'contacted' })
const withdrawn = { name: 'offer.withdrawn', data: { leadId: 1 } } as const
const reopened = { name: 'lead.reopened', data: { leadId: 1 } } as const

test('withdrawn offers are shown at their emails, what is not out yet does not go, and nobody is offered the job instead', async () => {
  const sink = await startMailSink()
  const deps = await testDeps({ SMTP_URL: sink.url })
  const [first, second] = await offeredLead(deps, 7)
  const queued = `lead-1-offer-${second?.contractorId}`
  await DeliveryModel.updateOne({ _id: queued }, { state: 'queued' })
  await closeLead()
  await Promise.all([run(deps, withdrawn), run(deps, withdrawn)])
  expect((await offerDelivery(first?.contractorId ?? '')).state).toBe('expired')
  await run(deps, { name: 'delivery.send', data: { deliveryId: queued } })
  expect((await DeliveryModel.findById(queued).lean())?.state).toBe('expired')
  expect(sink.emails).toEqual([])
  expect((await offers()).map(({ state }) => state)).toEqual(Array(5).fill('withdrawn'))
  await sink.stop()
})

test('an offer that staff withdrew from an open lead leaves its place free, though other firms wait', async () => {
  const deps = await testDeps()
  const [first] = await offeredLead(deps, 7)
  const contractorId = await decide(first?.contractorId, 'withdrawn')
  await LeadModel.updateOne({ _id: 1 }, { 'offers.0.withdrawnBecause': 'by-staff' })
  await run(deps, withdrawn)
  expect((await offers()).map(({ state }) => state)).toEqual(['withdrawn', ...Array(4).fill('offered')])
  expect(await kindsQueued()).toEqual([])
  expect((await offerDelivery(contractorId)).state).toBe('expired')
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const stopped = { name: 'lead.stopped', data: { leadId: 1 } } as const

test('a stop that was not undone ends what is on offer and asks the firms with the details to make no contact, once', async () => {
  const deps = await testDeps()
  const [first] = await offeredLead(deps, 2)
  const contractorId = await decide(first?.contractorId, 'accepted')
  await LeadModel.updateOne({ _id: 1 }, { enoughQuotesAt: minutesAgo(2) })
  await run(deps, stopped)
  expect((await offers()).map(({ state, withdrawnBecause }) => [state, withdrawnBecause])).toEqual([
    ['accepted', undefined],
    ['withdrawn', 'by-homeowner'],
  ])
  expect(await kindsQueued()).toEqual([])
  const price = { id: 'e', contractorId, contractorName: 'Firm 1', number: 1, variationOf: null, kind: 'fixed' }
  const sums = { currency: 'GBP', total: 1, sentAt: new Date(), validUntil: new Date(), state: 'sent', decidedAt: null }
  await LeadModel.updateOne({ _id: 1 }, { sharingStoppedAt: minutesAgo(1), estimates: [{ ...price, ...sums }] })
  await Promise.all([run(deps, stopped), run(deps, stopped)])
  const notice = await DeliveryModel.find({ state: 'queued' }, 'kind contractorId').lean()
  expect(notice.map((each) => [each.kind, each.contractorId])).toEqual([['stop-notice', contractorId]])
  expect((await LeadModel.findById(1).lean())?.estimates?.map(({ state }) => state)).toEqual(['withdrawn'])
})

test('nothing follows from a stop that was undone or can be, and an email that it concerns waits', async () => {
  const sink = await startMailSink()
  const deps = await testDeps({ SMTP_URL: sink.url })
  const [first] = await offeredLead(deps, 1)
  const deliveryId = `lead-1-offer-${first?.contractorId}`
  await DeliveryModel.updateOne({ _id: deliveryId }, { state: 'queued' })
  const stoppedAt = new Date()
  await LeadModel.updateOne({ _id: 1 }, { enoughQuotesAt: stoppedAt, sharingStoppedAt: stoppedAt })
  await run(deps, stopped)
  await run(deps, { name: 'delivery.send', data: { deliveryId } })
  const held = await DeliveryModel.findById(deliveryId).lean()
  expect([held?.state, held?.nextTryAt, sink.emails]).toEqual(['queued', new Date(stoppedAt.getTime() + 60_000), []])
  await LeadModel.updateOne({ _id: 1 }, { enoughQuotesAt: null, sharingStoppedAt: null })
  await run(deps, stopped)
  await run(deps, { name: 'delivery.send', data: { deliveryId } })
  expect(sink.emails).toHaveLength(1)
  expect((await offers()).map(({ state }) => state)).toEqual(['offered'])
  await sink.stop()
})

test('an offer email whose lead was lost meanwhile does not go, whoever is told first', async () => {
  const sink = await startMailSink()
  const deps = await testDeps({ SMTP_URL: sink.url })
  const [first] = await offeredLead(deps, 1)
  const deliveryId = `lead-1-offer-${first?.contractorId}`
  const wishes = [{ enoughQuotesAt: minutesAgo(2) }, { sharingStoppedAt: minutesAgo(2) }]
  for (const change of [{ status: 'lost' }, ...wishes.map((wish) => ({ status: 'new', ...wish }))]) {
    await LeadModel.updateOne({ _id: 1 }, change)
    await DeliveryModel.updateOne({ _id: deliveryId }, { state: 'queued' })
    await run(deps, { name: 'delivery.send', data: { deliveryId } })
    expect((await DeliveryModel.findById(deliveryId).lean())?.state).toBe('expired')
  }
  expect(sink.emails).toEqual([])
  await sink.stop()
})

test('back from lost the free places are offered again: to firms that never said no, each by a new email, once', async () => {
  const sink = await startMailSink()
  const deps = await testDeps({ SMTP_URL: sink.url })
  const five = await offeredLead(deps, 5)
  const [kept, no, late, ...asked] = five.map(({ contractorId }) => contractorId)
  await decide(kept, 'accepted')
  await decide(no, 'declined')
  await decide(late, 'expired')
  await closeLead()
  // The emails of the first round were still waiting when the lead came back.
  await DeliveryModel.updateMany({ contractorId: { $in: asked } }, { state: 'queued' })
  await reopenLead()
  await Promise.all([run(deps, reopened), run(deps, reopened), run(deps, withdrawn)])

  const again = (await offers()).slice(5)
  expect(again.map(({ contractorId, state }) => `${contractorId} ${state}`).toSorted()).toEqual(
    asked.map((id) => `${id} offered`).toSorted(),
  )
  for (const { _id } of await DeliveryModel.find({ kind: 'offer' }).lean()) {
    await run(deps, { name: 'delivery.send', data: { deliveryId: _id } })
  }
  expect(sink.emails.map(({ messageId }) => messageId).toSorted()).toEqual(
    asked.map((id) => `<lead-1-offer-${id}-2@kerbside.example>`).toSorted(),
  )
  await sink.stop()
})

test('a second round can be declined, lost and repaired like the first', async () => {
  const deps = await testDeps()
  const [first] = await offeredLead(deps, 1)
  const contractorId = first?.contractorId ?? ''
  await closeLead()
  await run(deps, withdrawn)
  await reopenLead()
  await run(deps, reopened)
  const at = new Date()
  await LeadModel.updateOne(
    { _id: 1 },
    {
      $set: {
        'offers.1.state': 'declined',
        'offers.1.decidedAt': at,
      },
    },
  )
  await run(deps, { name: 'offer.declined', data: { leadId: 1, contractorId } })
  expect((await DeliveryModel.findById(`lead-1-offer-${contractorId}-2`).lean())?.state).toBe('declined')
  await closeLead()
  await reopenLead()
  await run(deps, reopened)
  expect(await offers()).toHaveLength(2)
})

test('an offer made by hand gets its email, also to a firm that had said no', async () => {
  const deps = await testDeps()
  const [first] = await offeredLead(deps, 1)
  const contractorId = await decide(first?.contractorId, 'declined')
  const at = new Date()
  const byHand: Offer = {
    ...first,
    contractorId,
    contractorName: 'x',
    state: 'offered',
    offeredAt: at,
    expiresAt: new Date(at.getTime() + 9e6),
    decidedAt: null,
  }
  await LeadModel.updateOne({ _id: 1 }, { $push: { offers: byHand } })
  const made = { name: 'offer.made', data: { leadId: 1 } } as const
  await Promise.all([run(deps, made), run(deps, made)])
  expect(await DeliveryModel.find({ state: 'queued', kind: 'offer' }).distinct('_id')).toEqual([
    `lead-1-offer-${contractorId}-2`,
  ])
})

test('what was accepted before the lead was lost is sent, however late the worker gets to it', async () => {
  const deps = await testDeps()
  const [first] = await offeredLead(deps, 1)
  const contractorId = await decide(first?.contractorId, 'accepted')
  const entry = { from: 'new' as const, to: 'lost' as const, at: new Date(), by: null, note: null }
  await LeadModel.updateOne({ _id: 1 }, { status: 'lost', statusHistory: [entry] })
  await run(deps, { name: 'offer.accepted', data: { leadId: 1, contractorId } })
  expect(await kindsQueued()).toEqual(['accepted-notice', 'contact-details'])
})
