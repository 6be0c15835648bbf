import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import type { DeliveryState } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { ErasureModel } from '@kerbside/schema/erasures/erasure.model'
import { offerDecided } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/offers/offer'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

// createContractor, updateContractor: made, changed, BAD_USER_INPUT, CONFLICT, NOT_FOUND; deleteContractor: what becomes of offers
const app = useTestApp()
const day = 86_400_000
let admin = ''
beforeEach(async () => {
  await app.deps.queues.leads.obliterate({ force: true })
  admin = await signInAs('admin')
})

const acme = { name: 'Acme', email: 'jobs@acme.example', trades: ['driveways'], areas: ['SW1A'], dailyCap: 5 }
const all =
  'id name email phone trades areas { kind value } dailyCap weeklyCap active pausedUntil verifiedUntil version history { offersMade offersAccepted acceptanceRate }'

async function call(field: string, declared: string, variables: object) {
  const passed = Object.keys(variables).map((name) => `${name}: $${name}`)
  const selected = field === 'deleteContractor' ? '' : `{ ${all} }`
  const query = `mutation(${declared}) { ${field}(${passed.join(', ')}) ${selected} }`
  const { data, errors } = await app.graphql(query, variables, admin)
  const [error] = errors ?? []
  const { code, fields } = error?.extensions ?? {}
  return { answer: data?.[field], code, fields, message: error?.message }
}
const create = (input: object) => call('createContractor', '$input: ContractorInput!', { input })
const update = (id: string, input: object) =>
  call('updateContractor', '$id: ID!, $input: ContractorInput!', { id, input })
const remove = (id: string) => call('deleteContractor', '$id: ID!', { id })

test('a firm is made with areas as people type them, normalised and without duplicates', async () => {
  const { answer } = await create({
    ...acme,
    name: ' Acme ',
    email: 'Jobs@ACME.example',
    phone: '07700 900123',
    trades: ['extensions', 'driveways', 'driveways'],
    areas: ['sw1a', 'SW1A', 'sw', 'd02', 'Co. Cork', 'uk', 'w12', 'W12 Ireland'],
    verifiedUntil: '2027-01-02T00:00:00Z',
  })
  expect(answer).toEqual({
    ...acme,
    id: expect.any(String),
    phone: '+447700900123',
    trades: ['driveways', 'extensions'],
    areas: [
      { kind: 'OUTCODE', value: 'SW1A' },
      { kind: 'OUTCODE', value: 'SW' },
      { kind: 'ROUTING_KEY', value: 'D02' },
      { kind: 'COUNTY', value: 'Cork' },
      { kind: 'NATIONWIDE', value: 'GB' },
      { kind: 'OUTCODE', value: 'W12' },
      { kind: 'ROUTING_KEY', value: 'W12' },
    ],
    weeklyCap: null,
    active: true,
    pausedUntil: null,
    verifiedUntil: '2027-01-02T00:00:00.000Z',
    version: 1,
    history: { offersMade: 0, offersAccepted: 0, acceptanceRate: null },
  })
})

test.each([
  [{}, ['name', 'email', 'trades', 'areas', 'dailyCap']],
  [{ ...acme, name: ' ', email: 'nobody' }, ['name', 'email']],
  [{ ...acme, email: 'taken@firms.example' }, ['email']],
  [{ ...acme, phone: '123' }, ['phone']],
  [{ ...acme, trades: [] }, ['trades']],
  [{ ...acme, trades: ['driveways', 'plumbing'] }, ['trades']],
  [{ ...acme, areas: [] }, ['areas']],
  [{ ...acme, areas: ['SW1A', 'XX9'] }, ['areas']],
  [{ ...acme, areas: Array(201).fill('SW') }, ['areas']],
  [{ ...acme, dailyCap: -1 }, ['dailyCap']],
  [{ ...acme, dailyCap: 1001 }, ['dailyCap']],
  [{ ...acme, weeklyCap: 1001 }, ['weeklyCap']],
  [{ ...acme, version: 1 }, ['version']],
])('a firm that cannot be is BAD_USER_INPUT with its fields: %j', async (input, fields) => {
  await ContractorModel.create(aContractor('Taken'))
  const rejected = await create(input)
  expect([rejected.code, Object.keys((rejected.fields as object) ?? {})]).toEqual(['BAD_USER_INPUT', fields])
  expect(await ContractorModel.countDocuments()).toBe(1)
})

test('each area that is unknown is named', async () => {
  const { fields } = await create({ ...acme, areas: ['XX9', 'SW1A', 'SW1A 1AA'] })
  expect(fields).toEqual({
    areas: [expect.stringContaining('“XX9”'), 'SW1A 1AA is a full postcode. Enter SW1A.'],
  })
})

test('a change leaves what is not given, and null clears what can be empty', async () => {
  const { id } = (await create({ ...acme, phone: '07700 900123', pausedUntil: '2027-01-02T00:00:00Z' })).answer
  const { answer } = await update(id, { dailyCap: 9, weeklyCap: 20, phone: null, pausedUntil: null, name: null })
  expect(answer).toMatchObject({ name: 'Acme', dailyCap: 9, weeklyCap: 20, phone: null, pausedUntil: null, version: 2 })
  expect((await update(id, {})).answer.version).toBe(2)
  expect((await update(id, { weeklyCap: null })).answer.weeklyCap).toBeNull()
  const other = (await create({ ...acme, email: 'other@acme.example' })).answer
  expect((await update(other.id, { email: acme.email })).fields).toEqual({
    email: ['This email address is already in use.'],
  })
  expect((await update(id, { areas: ['nowhere'] })).fields).toEqual({ areas: [expect.any(String)] })
})

test('a change of an older version is a CONFLICT; without a version the last change wins', async () => {
  const { id } = (await create(acme)).answer
  expect((await update(id, { dailyCap: 6, version: 1 })).answer.version).toBe(2)
  const late = await update(id, { dailyCap: 7, version: 1 })
  expect([late.code, late.message]).toEqual(['CONFLICT', expect.stringContaining('A colleague has changed this firm')])
  expect((await update(id, { dailyCap: 8 })).answer).toMatchObject({ dailyCap: 8, version: 3 })
})

test.each(['65f0000000000000000000ff', 'x', '{"$ne":null}'])('no firm has the id %s', async (id) => {
  expect((await update(id, { dailyCap: 1 })).code).toBe('NOT_FOUND')
  expect((await remove(id)).code).toBe('NOT_FOUND')
})

const offerTo = (contractorId: string, state: Offer['state'], changes: Partial<Offer> = {}): Offer => ({
  contractorId,
  contractorName: 'Acme',
  state,
  offeredAt: new Date(),
  expiresAt: new Date(Date.now() + day),
  decidedAt: null,
  ...changes,
})

test('deleting a firm withdraws its open offers as staff do, and leads keep what it was', async () => {
  const { id } = (await create(acme)).answer
  await LeadModel.create(aLead(7, { offers: [offerTo(id, 'offered'), offerTo('other', 'offered')] }))
  await LeadModel.create(aLead(8, { offers: [offerTo(id, 'accepted')] }))
  expect((await remove(id)).answer).toBe(true)
  const [open, accepted] = await LeadModel.find().sort({ _id: 1 }).lean()
  expect(open?.offers.map(({ state }) => state)).toEqual(['withdrawn', 'offered'])
  expect(open?.offers[0]).toMatchObject({
    contractorName: 'Acme',
    withdrawnBecause: 'by-staff',
  })
  expect(open?.outbox.map(({ type }) => type)).toEqual(['offer.withdrawn'])
  expect(accepted?.offers.map(({ state }) => state)).toEqual(['accepted'])
  await expect
    .poll(async () => (await app.deps.queues.leads.getJobs()).map(({ name, data }) => ({ name, data })))
    .toEqual([{ name: 'offer.withdrawn', data: { leadId: 7 } }])
  expect(await ContractorModel.countDocuments()).toBe(0)
  expect(await ErasureModel.distinct('_id')).toEqual([`contractor:${id}`])
  expect((await remove(id)).code).toBe('NOT_FOUND')
})

test('a firm stays while emails about a job that it accepted are not out', async () => {
  const { id } = (await create(acme)).answer
  const at = new Date()
  await LeadModel.create(
    aLead(7, { offers: [offerTo(id, 'accepted')], outbox: [offerDecided('offer.accepted', 7, id, at)] }),
  )
  expect((await remove(id)).code).toBe('CONFLICT')
  await LeadModel.updateOne({ _id: 7 }, { outbox: [] })
  const delivery = { _id: 'lead-7-contact-details', leadId: 7, kind: 'contact-details' as const, contractorId: id }
  await DeliveryModel.create({ ...delivery, state: 'sending' })
  expect((await remove(id)).code).toBe('CONFLICT')
  expect(await ContractorModel.countDocuments()).toBe(1)
  await DeliveryModel.updateOne({}, { state: 'sent' })
  expect((await remove(id)).answer).toBe(true)
})

test('the history counts the offers of the last 90 days', async () => {
  const { id } = (await create(acme)).answer
  const offer = (number: number, state: DeliveryState, changes = {}) => ({
    _id: `lead-${number}-offer-${id}`,
    leadId: number,
    kind: 'offer' as const,
    contractorId: id,
    state,
    ...changes,
  })
  await DeliveryModel.create([
    offer(1, 'accepted'),
    offer(2, 'declined'),
    offer(3, 'sent'),
    offer(4, 'accepted', { createdAt: new Date(Date.now() - 91 * day) }),
    { ...offer(5, 'accepted'), _id: 'lead-5-offer-other', contractorId: 'other' },
    { ...offer(6, 'sent'), _id: 'lead-6-details', kind: 'contact-details' as const },
  ])
  const { data } = await app.graphql(`{ contractors { ${all} } }`, {}, admin)
  expect(data.contractors[0].history).toEqual({ offersMade: 3, offersAccepted: 1, acceptanceRate: 33 })
})
