import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/offers/offer'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

// Contacts, working hours and time zone of a firm; contractor, contractorOffers
const app = useTestApp()
let admin = ''
beforeEach(async () => {
  admin = await signInAs('admin')
})

const details = 'contacts { name role email phone isMain } workingHours { day from to } timeZone'
const acme = { name: 'Acme', email: 'jobs@acme.example', trades: ['driveways'], areas: ['SW1A'], dailyCap: 5 }
const priya = { name: 'Priya', role: 'Owner', email: 'priya@acme.example', phone: '+447700900123', isMain: true }
const monday = { day: 'MONDAY', from: '08:00', to: '17:30' }

async function create(changes: object) {
  const query = `mutation($input: ContractorInput!) { createContractor(input: $input) { id ${details} } }`
  const { data, errors } = await app.graphql(query, { input: { ...acme, ...changes } }, admin)
  return { firm: data?.createContractor, fields: errors?.[0]?.extensions['fields'] as object | undefined }
}

async function update(id: string, input: object) {
  const query = `mutation($id: ID!, $input: ContractorInput!) { updateContractor(id: $id, input: $input) { ${details} } }`
  return (await app.graphql(query, { id, input }, admin)).data.updateContractor
}

test('contacts and hours are stored as they should be read: trimmed, in the order of the week', async () => {
  const { firm } = await create({
    contacts: [{ ...priya, name: ' Priya ', email: 'Priya@ACME.example', phone: '07700 900123' }, { name: 'Sam' }],
    workingHours: [{ day: 'SATURDAY', from: '09:00', to: '12:00' }, monday],
  })
  expect(firm).toMatchObject({
    contacts: [priya, { name: 'Sam', role: null, email: null, phone: null, isMain: false }],
    workingHours: [monday, { day: 'SATURDAY', from: '09:00', to: '12:00' }],
  })
  expect(await update(firm.id, { dailyCap: 7 })).toMatchObject({ contacts: [priya, { name: 'Sam' }] })
  const changed = await update(firm.id, { contacts: [], workingHours: [], timeZone: 'America/New_York' })
  expect(changed).toEqual({ contacts: [], workingHours: [], timeZone: 'America/New_York' })
})

test.each([
  [['SW1A', 'Ireland'], 'Europe/London'],
  [['D02', 'County Cork'], 'Europe/Dublin'],
  [['Ireland'], 'Europe/Dublin'],
])('a firm that works in %j has the clock of %s unless it has another', async (areas, timeZone) => {
  expect((await create({ areas })).firm.timeZone).toBe(timeZone)
})

test('the choices for closed hours and emails and the weight are stored; a firm that says nothing is asked at any hour', async () => {
  const fields = 'outsideHours offerEmails weight'
  const read = async (id: string) =>
    (await app.graphql(`query($id: ID!) { contractor(id: $id) { ${fields} } }`, { id }, admin)).data.contractor
  const { firm } = await create({})
  expect(await read(firm.id)).toEqual({ outsideHours: 'SEND', offerEmails: 'SINGLE', weight: 1 })
  await update(firm.id, { outsideHours: 'PASS_ON', offerEmails: 'DAILY', weight: 10 })
  expect(await read(firm.id)).toEqual({ outsideHours: 'PASS_ON', offerEmails: 'DAILY', weight: 10 })
  for (const weight of [0, 11]) expect(Object.keys((await create({ weight })).fields ?? {})).toEqual(['weight'])
})

test.each([
  [{ contacts: [{ name: ' ' }] }, 'contacts.0.name'],
  [{ contacts: [priya, { name: 'Sam', email: 'nobody' }] }, 'contacts.1.email'],
  [{ contacts: [{ name: 'Sam', phone: '123' }] }, 'contacts.0.phone'],
  [{ contacts: [{ name: 'Sam', isMain: true }] }, 'contacts.0.email'],
  [{ contacts: [priya, { ...priya, name: 'Sam' }] }, 'contacts'],
  [{ contacts: Array(21).fill({ name: 'Sam' }) }, 'contacts'],
  [{ workingHours: [{ ...monday, to: '08:00' }] }, 'workingHours.0.to'],
  [{ workingHours: [{ ...monday, from: '24:00' }] }, 'workingHours.0.from'],
  [{ workingHours: [monday, monday] }, 'workingHours'],
  [{ timeZone: 'Europe/Atlantis' }, 'timeZone'],
  [{ timeZone: '+01:00' }, 'timeZone'],
])('%j names %s', async (changes, field) => {
  const { fields } = await create(changes)
  expect(Object.keys(fields ?? {})).toEqual([field])
  expect(await ContractorModel.countDocuments()).toBe(0)
})

const offerTo = (contractorId: string, state: Offer['state'], hour: number): Offer => ({
  contractorId,
  contractorName: 'Acme',
  state,
  offeredAt: new Date(Date.UTC(2026, 0, 1, hour)),
  expiresAt: new Date(Date.UTC(2026, 0, 2, hour)),
  decidedAt: state === 'offered' ? null : new Date(Date.UTC(2026, 0, 1, hour + 1)),
})
const emailOf = (id: string, leadId: number, contractorId: string, hour: number) => ({
  _id: id,
  leadId,
  kind: 'offer' as const,
  contractorId,
  state: 'sent' as const,
  createdAt: new Date(Date.UTC(2026, 0, 1, hour)),
})

test('a firm’s offers: newest first, each with its own outcome also where the firm was asked twice', async () => {
  const { firm } = await create({})
  await LeadModel.create([
    aLead(7, {
      offers: [offerTo(firm.id, 'declined', 1), offerTo('other', 'accepted', 1), offerTo(firm.id, 'accepted', 5)],
    }),
    aLead(8, { postcode: null, offers: [offerTo(firm.id, 'expired', 3)] }),
  ])
  await DeliveryModel.create([
    emailOf(`lead-7-offer-${firm.id}`, 7, firm.id, 1),
    emailOf(`lead-7-offer-${firm.id}-2`, 7, firm.id, 5),
    emailOf('lead-7-offer-other', 7, 'other', 1),
    emailOf(`lead-8-offer-${firm.id}`, 8, firm.id, 3),
    // Its lead was deleted.
    emailOf(`lead-9-offer-${firm.id}`, 9, firm.id, 4),
  ])
  const query = `query($id: ID!) { contractorOffers(id: $id) { leadId area state decidedAt } contractor(id: $id) { id } }`
  const { data } = await app.graphql(query, { id: firm.id }, await signInAs('manager'))
  expect(data.contractor).toEqual({ id: firm.id })
  expect(data.contractorOffers).toEqual([
    { leadId: '7', area: 'South West London (SW1A)', state: 'ACCEPTED', decidedAt: '2026-01-01T06:00:00.000Z' },
    { leadId: '8', area: null, state: 'EXPIRED', decidedAt: '2026-01-01T04:00:00.000Z' },
    { leadId: '7', area: 'South West London (SW1A)', state: 'DECLINED', decidedAt: '2026-01-01T02:00:00.000Z' },
  ])
  const nobody = await app.graphql(query, { id: '65f0000000000000000000ff' }, admin)
  expect(nobody.data).toEqual({ contractor: null, contractorOffers: [] })
})

test('the offers of a firm are found by an index', async () => {
  const { firm } = await create({})
  const plan = await DeliveryModel.find({ kind: 'offer', contractorId: firm.id }).sort({ createdAt: -1 }).explain()
  expect(JSON.stringify(plan)).toContain('offersOfFirm')
  expect(JSON.stringify(plan)).not.toContain('COLLSCAN')
})
