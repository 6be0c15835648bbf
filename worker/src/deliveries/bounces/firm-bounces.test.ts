import { checkFirms, ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { expect, test } from 'vitest'
import { addUser, bounceNotices, hard, soft, storedDelivery, useBounces } from '../../testing/bounces.ts'
import { addFirms, addLead, run } from '../../testing/test-worker.ts'
import { sendDelivery } from '../send-delivery.ts'

const bounces = useBounces()

async function addFirm(): Promise<string> {
  const [firm] = await addFirms(1)
  return String(firm?._id)
}

async function sendOffer(leadId: number, contractorId: string): Promise<string> {
  await addLead(leadId)
  await run(bounces.deps, { name: 'lead.submitted', data: { leadId } })
  expect(await sendDelivery(bounces.deps, `lead-${leadId}-offer-${contractorId}`)).toEqual({ kind: 'sent' })
  return bounces.sink.emails.at(-1)?.sender ?? ''
}

test('a digest that came back is shown at each of its jobs, which after a hard bounce go to the next firm', async () => {
  const tomorrow = { ...bounces.deps, now: () => new Date(Date.now() + 2 * 86_400_000) }
  const offered = async () => (await DeliveryModel.find({ kind: 'offer' }).lean()).map(({ state }) => state)
  await addFirms(1, { offerEmails: 'daily' })
  for (const id of [1, 2]) {
    await addLead(id, { email: '' })
    await run(bounces.deps, { name: 'lead.submitted', data: { leadId: id } })
    const lead = await LeadModel.findById(id).lean().orFail()
    // Long enough for the clock of this test.
    await LeadModel.updateOne({ _id: id }, { 'offers.0.expiresAt': new Date(Date.now() + 9 * 86_400_000) })
    expect(lead.offers).toHaveLength(1)
  }
  const digest = (await DeliveryModel.findOne({ kind: 'offer-digest' }).lean().orFail())._id
  expect(await sendDelivery(tomorrow, digest)).toEqual({ kind: 'sent' })
  const sender = bounces.sink.emails.at(-1)?.sender ?? ''
  await bounces.deliver(sender, soft)
  expect(await offered()).toEqual(['bounced', 'bounced'])
  const offers = async () => (await LeadModel.find().lean()).map((lead) => lead.offers[0]?.state)
  expect(await offers()).toEqual(['offered', 'offered'])

  await DeliveryModel.updateMany({}, { bounce: null })
  await DeliveryModel.updateMany({}, { state: 'sent' })
  await bounces.deliver(sender, hard)
  expect(await offers()).toEqual(['undeliverable', 'undeliverable'])
  expect((await storedDelivery(digest)).bounce).toMatchObject({ hard: true, status: '5.1.1' })
  expect((await ContractorModel.findOne().lean())?.addressBounce).toMatchObject({ address: 'firm-1@firms.example' })
})

test('a firm whose address bounces loses the offer and gets no more, and admins are told once', async () => {
  const admin = await addUser('admin')
  const firm = await addFirm()
  const [first, second] = [await sendOffer(1, firm), await sendOffer(2, firm)]
  await bounces.deliver(first, hard)
  expect((await LeadModel.findById(1).lean())?.offers).toMatchObject([{ contractorId: firm, state: 'undeliverable' }])
  expect((await storedDelivery(`lead-1-offer-${firm}`)).state).toBe('bounced')
  await bounces.deliver(second, hard)
  expect(await bounceNotices()).toEqual([{ userId: admin, leadId: null, contractorId: firm }])
  const [reason] = await checkFirms({ trade: 'driveways', postcode: 'SW1A 1AA' }, bounces.deps.now())
  expect(reason).toMatchObject({ matched: false, reasons: ['Its address bounced: emails to it come back'] })
  await addLead(3)
  await run(bounces.deps, { name: 'lead.submitted', data: { leadId: 3 } })
  expect((await LeadModel.findById(3).lean())?.offers).toEqual([])
})

test('a firm that has another address by then keeps getting emails', async () => {
  const firm = await addFirm()
  const sender = await sendOffer(1, firm)
  await ContractorModel.updateOne({ _id: firm }, { email: 'new@firm.example' })
  await bounces.deliver(sender, hard)
  const [reason] = await checkFirms({ trade: 'driveways', postcode: 'SW1A 1AA' }, bounces.deps.now())
  expect(reason).toMatchObject({ matched: true })
})
