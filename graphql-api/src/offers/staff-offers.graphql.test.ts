import { weekdays } from '@kerbside/schema/contractors/contractor'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { londonDay } from '@kerbside/schema/time/london-time'
import { type Offer, type OfferState } from '@kerbside/schema/offers/offer'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'
import { defaultSettings } from '@kerbside/schema/settings/settings'

const maximumFirms = defaultSettings.firmsPerLead

// withdrawOffer, offerLead: done, UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT; PATCH /quote/{id}: what a move does to offers
const app = useTestApp()
const day = 86_400_000
let manager = ''
beforeEach(async () => {
  await app.deps.queues.leads.obliterate({ force: true })
  manager = await signInAs('manager')
})

const firm = async (name = 'Acme', changes = {}) =>
  String((await ContractorModel.create(aContractor(name, changes)))._id)
const offerTo = (contractorId: string, state: OfferState = 'offered', changes: Partial<Offer> = {}): Offer => ({
  contractorId,
  contractorName: contractorId,
  state,
  offeredAt: new Date(),
  expiresAt: new Date(Date.now() + day),
  decidedAt: state === 'offered' ? null : new Date(),
  ...changes,
})
const storeLead = (offers: Offer[], changes: Partial<LeadRecord> = {}) =>
  LeadModel.create(aLead(7, { offers, ...changes }))
const stored = () => LeadModel.findById(7).lean().orFail()
const states = async () => (await stored()).offers.map(({ state }) => state)
const jobs = async () => (await app.deps.queues.leads.getJobs()).map(({ name }) => name)
const patch = (body: object) => app.request('PATCH', '/api/quote/7', { body, token: manager })

async function call(name: 'withdrawOffer' | 'offerLead', contractorId: string, { leadId = '7', token = manager } = {}) {
  const query = `mutation($leadId: ID!, $contractorId: ID!) {
    ${name}(leadId: $leadId, contractorId: $contractorId) { id offers { contractorId state } }
  }`
  const { data, errors } = await app.graphql(query, { leadId, contractorId }, token)
  return { offers: data?.[name]?.offers, code: errors?.[0]?.extensions['code'], message: errors?.[0]?.message }
}

test('an open offer is withdrawn once, with its event, and twice is no error', async () => {
  await storeLead([offerTo('a'), offerTo('b')])
  const withdrawn = [
    { contractorId: 'a', state: 'WITHDRAWN' },
    { contractorId: 'b', state: 'OFFERED' },
  ]
  expect((await call('withdrawOffer', 'a')).offers).toEqual(withdrawn)
  const { offers, outbox } = await stored()
  expect(offers[0]).toMatchObject({ withdrawnBecause: 'by-staff' })
  expect(outbox.map(({ type }) => type)).toEqual(['offer.withdrawn'])
  await expect.poll(jobs).toEqual(['offer.withdrawn'])
  expect((await call('withdrawOffer', 'a')).offers).toEqual(withdrawn)
  expect((await stored()).offers).toEqual(offers)
})

test.each<[OfferState, RegExp]>([
  ['accepted', /has the homeowner’s details already/],
  ['declined', /not open any more/],
  ['expired', /not open any more/],
])('an offer that is %s is not withdrawn: CONFLICT', async (state, words) => {
  await storeLead([offerTo('a', state)])
  const { code, message } = await call('withdrawOffer', 'a')
  expect([code, message]).toEqual(['CONFLICT', expect.stringMatching(words)])
  expect(await states()).toEqual([state])
})

test('a lead is offered by hand, outside the area, over the cap, paused, and after a no', async () => {
  const far = await firm('Far', { areas: [{ kind: 'outcode', value: 'M1' }], trades: ['extensions'] })
  const full = await firm('Full', { dailyCap: 0 })
  const paused = await firm('Paused', { pausedUntil: new Date(Date.now() + day) })
  const said = await firm('Said no')
  await storeLead([offerTo(said, 'declined')])
  for (const id of [far, full, paused, said]) {
    expect((await call('offerLead', id)).offers.at(-1)).toEqual({ contractorId: id, state: 'OFFERED' })
  }
  const { offers, outbox } = await stored()
  expect(outbox.map(({ type }) => type)).toEqual(Array(4).fill('offer.made'))
  expect(offers.at(-1)?.contractorName).toBe('Said no')
  await expect.poll(async () => (await jobs()).length).toBeGreaterThan(0)
  expect((await ContractorModel.findById(full).lean())?.offersOn.count).toBe(1)
})

test('offered by hand to a firm that is closed and holds offers, a job waits until it opens', async () => {
  const tomorrow = weekdays[(new Date(Date.now() + day).getUTCDay() + 6) % 7] ?? 'monday'
  const workingHours = [{ day: tomorrow, from: '09:00', to: '17:00' }]
  const holds = await firm('Holds', { workingHours, timeZone: 'UTC', outsideHours: 'hold' })
  await storeLead([])
  await call('offerLead', holds)
  const [offer] = (await stored()).offers
  const opens = Date.parse(`${new Date(Date.now() + day).toISOString().slice(0, 10)}T09:00Z`)
  expect([offer?.sendAt?.getTime(), offer?.expiresAt.getTime()]).toEqual([opens, opens + day])
})

test('offered by hand to a firm with one email a day, a job does not wait for that email', async () => {
  const daily = await firm('Daily', { offerEmails: 'daily' })
  await storeLead([])
  await call('offerLead', daily)
  const [offer] = (await stored()).offers
  expect([offer?.sendAt, offer?.digestDay]).toEqual([undefined, undefined])
  const { offersOn } = await ContractorModel.findById(daily).lean().orFail()
  expect(offersOn).toEqual({ day: londonDay(offer?.offeredAt ?? new Date()), count: 1 })
})

test.each<[string, object, Partial<LeadRecord>, Offer[], RegExp]>([
  ['a firm that is off', { active: false }, {}, [], /not active/],
  ['a firm that was never verified', { verifiedUntil: null }, {}, [], /never been verified/],
  ['a firm whose verification has lapsed', { verifiedUntil: new Date(Date.now() - day) }, {}, [], /run out/],
  ['a lost lead', {}, { status: 'lost' }, [], /lost/],
  ['a converted lead', {}, { status: 'converted' }, [], /converted/],
  ['a lead that its homeowner stopped', {}, { sharingStoppedAt: new Date() }, [], /no more firms/],
  ['a sixth firm', {}, {}, ['a', 'b', 'c', 'd', 'e'].map((id) => offerTo(id)), /5 places are taken/],
  ['a firm that has an open offer', {}, {}, [offerTo('own')], /not decided yet/],
  ['a firm that has accepted', {}, {}, [offerTo('own', 'accepted')], /accepted the job already/],
])('nothing is offered to %s: CONFLICT', async (_what, firmChanges, leadChanges, offers, words) => {
  const id = await firm('Acme', firmChanges)
  await storeLead(
    offers.map((offer) => ({ ...offer, contractorId: offer.contractorId === 'own' ? id : offer.contractorId })),
    leadChanges,
  )
  const { code, message } = await call('offerLead', id)
  expect([code, message]).toEqual(['CONFLICT', expect.stringMatching(words)])
  expect((await stored()).offers).toHaveLength(offers.length)
  expect((await stored()).outbox).toEqual([])
})

test('leads that are the same job share their places and firms: CONFLICT', async () => {
  const [own, another] = [await firm('Own'), await firm('Another')]
  const createdAt = new Date()
  await storeLead([], { createdAt })
  const offers = [own, 'a', 'b', 'c'].map((id) => offerTo(id))
  const first = await LeadModel.create(aLead(6, { createdAt: new Date(createdAt.getTime() - day), offers }))
  expect((await call('offerLead', own)).message).toContain(`This firm has this job already, by ${first.reference}`)
  expect((await call('offerLead', another)).code).toBeUndefined()
  expect((await call('offerLead', await firm('Sixth'))).message).toContain(`with those of ${first.reference}`)
  expect((await stored()).offers).toHaveLength(1)
  expect((await LeadModel.findById(6).lean())?.jobRevision).toBe(1)
})

test('eight managers offer a lead to eight firms at once: no more than five get it', async () => {
  const firms = await Promise.all(Array.from({ length: 8 }, (_, index) => firm(`Firm ${index}`)))
  await storeLead([])
  const answers = await Promise.all(firms.map((id) => call('offerLead', id)))
  expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(3)
  expect(await states()).toEqual(Array(maximumFirms).fill('offered'))
})

test('a firm that is switched off at the moment it is offered a lead: once it is off, it is offered none', async () => {
  for (let round = 0; round < 10; round += 1) {
    await LeadModel.deleteMany({})
    const id = await firm(`Firm ${round}`)
    await storeLead([])
    const switchOff = async () => {
      await new Promise((resolve) => setTimeout(resolve, round * 3))
      await ContractorModel.updateOne({ _id: id }, { active: false }, { writeConcern: { w: 'majority' } })
      return states()
    }
    const [, whenOff] = await Promise.all([call('offerLead', id), switchOff()])
    expect(await states()).toEqual(whenOff)
  }
})

test.each(['withdrawOffer', 'offerLead'] as const)('%s: who may, and what cannot be found', async (name) => {
  const id = await firm()
  await storeLead([])
  expect((await call(name, id, { token: '' })).code).toBe('UNAUTHENTICATED')
  expect((await call(name, id, { token: await signInAs('user') })).code).toBe('FORBIDDEN')
  for (const unknown of ['nobody', 'f'.repeat(24), '{"$ne":null}'])
    expect((await call(name, unknown)).code).toBe('NOT_FOUND')
  for (const leadId of ['8', 'x', '7.5']) expect((await call(name, id, { leadId })).code).toBe('NOT_FOUND')
  expect((await call('offerLead', id, { token: await signInAs('admin') })).code).toBeUndefined()
})

const moves: ['lost' | 'converted', string, () => Promise<unknown>][] = [
  ['lost', 'PATCH', () => patch({ status: 'lost', lost_reason: 'Says stop' })],
  ['converted', 'PATCH', () => patch({ status: 'converted' })],
  [
    'lost',
    'updateLeadStatus',
    () => app.graphql('mutation { updateLeadStatus(id: "7", status: LOST) { id } }', {}, manager),
  ],
]
test.each(moves)('a lead that becomes %s by %s withdraws what is open, in one write', async (status, _door, move) => {
  await storeLead([offerTo('a'), offerTo('b', 'accepted'), offerTo('c', 'declined'), offerTo('d')])
  await move()
  const { offers, ...lead } = await stored()
  expect([lead.status, lead.version]).toEqual([status, 2])
  expect(offers.map(({ state }) => state)).toEqual(['withdrawn', 'accepted', 'declined', 'withdrawn'])
  expect(offers.map(({ withdrawnBecause }) => withdrawnBecause)).toEqual([
    'lead-closed',
    undefined,
    undefined,
    'lead-closed',
  ])
  expect(offers[0]?.decidedAt).toEqual(lead.updatedAt)
  await expect.poll(jobs).toEqual(['offer.withdrawn'])
})

test('back from lost the free places are due; back from converted nothing is', async () => {
  await storeLead([offerTo('a')])
  await patch({ status: 'lost' })
  await patch({ status: 'contacted' })
  expect((await stored()).outbox.map(({ type }) => type)).toEqual(['offer.withdrawn', 'lead.reopened'])
  await expect.poll(async () => (await jobs()).toSorted()).toEqual(['lead.reopened', 'offer.withdrawn'])
  await LeadModel.updateOne({ _id: 7 }, { status: 'converted', outbox: [] })
  await patch({ status: 'quoted' })
  expect((await stored()).outbox).toEqual([])
})

test('another change of a lead leaves its offers alone', async () => {
  await storeLead([offerTo('a')])
  await patch({ status: 'contacted' })
  await patch({ first_name: 'Niamh' })
  expect(await states()).toEqual(['offered'])
  expect((await stored()).outbox).toEqual([])
})
