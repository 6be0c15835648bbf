import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { type Offer } from '@kerbside/schema/offers/offer'
import { undoMs } from '@kerbside/schema/time/undo'
import { aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { anOffer, idOf, soon, storeLead, useOffers } from '../testing/offers.ts'
import { signInAs } from '../testing/test-app.ts'
import { defaultSettings } from '@kerbside/schema/settings/settings'

// A firm's no: with a reason, and for a minute to be taken back.
const { app, sign, link, get, post, stored, states } = useOffers()
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const decline = async (firm: string, reason = '') =>
  app.request('POST', await link(firm, 'decline'), { body: `reason=${reason}`, headers: form })
const undo = async (firm: string) => post(await link(firm, 'undo'))
const maximumFirms = defaultSettings.firmsPerLead

test('a no can have one of four reasons, which staff see, and one that nobody knows is none', async () => {
  await storeLead([anOffer('a'), anOffer('b'), anOffer('c')])
  expect((await decline('a', 'too-far')).body).toMatch(/You said no to it on .*: too far away\./)
  await decline('b', 'raining')
  await post(await link('c', 'decline'))
  expect((await stored()).offers.map(({ state, declinedBecause }) => [state, declinedBecause ?? null])).toEqual([
    ['declined', 'too-far'],
    ['declined', null],
    ['declined', null],
  ])
  const query = '{ lead(id: "42") { offers { declinedBecause } } }'
  const { data } = await app.graphql(query, {}, await signInAs('manager'))
  expect(data.lead.offers.map((offer: { declinedBecause: string }) => offer.declinedBecause)).toEqual([
    'Too far away',
    null,
    null,
  ])
})

test('what follows from a no waits for a minute, and does not come once the firm takes it back', async () => {
  await storeLead([anOffer('a')])
  const { body } = await decline('a', 'too-busy')
  expect(body).toContain('Undo</button>')
  const [event] = (await stored()).outbox
  const decidedAt = (await stored()).offers[0]?.decidedAt
  expect(event).toMatchObject({ type: 'offer.declined', contractorId: idOf('a') })
  expect(event?.dueAt.getTime()).toBeGreaterThan((decidedAt?.getTime() ?? 0) + undoMs)
  expect(await app.deps.queues.leads.getJobs()).toEqual([])

  const { status, headers } = await undo('a')
  expect([status, headers.get('location')]).toEqual([303, await link('a')])
  expect((await get(await link('a'))).body).toContain('Would you like this job?')
  const { offers, outbox } = await stored()
  expect(offers).toMatchObject([{ state: 'offered', decidedAt: null, declinedBecause: null }])
  expect(outbox).toEqual([])
  await undo('a')
  expect((await post(await link('a'))).body).toContain('You have the details')
  await undo('a')
  expect(await states()).toEqual(['accepted'])
})

const noAt = (ago: number): Partial<Offer> => ({ state: 'declined', decidedAt: new Date(Date.now() - ago) })
/** The firm a has just said no, and what happened then. */
async function afterNo(offers: Offer[] = [], changes: object = {}) {
  await storeLead([anOffer('a'), ...offers])
  await decline('a')
  await LeadModel.updateOne({ _id: 42 }, changes)
}
const five = ['b', 'c', 'd', 'e', 'f'].map((firm) => anOffer(firm))

test.each<[string, () => Promise<unknown>]>([
  ['after a minute', () => afterNo([], { 'offers.0': anOffer('a', noAt(undoMs)) })],
  ['once its offer has run out', () => afterNo([], { 'offers.0.expiresAt': new Date() })],
  ['once five others have it', () => afterNo([], { $push: { offers: { $each: five } } })],
  ['once its place was given on', () => afterNo([], { outbox: [] })],
  ['once the lead is lost', () => afterNo([], { status: 'lost' })],
  ['once the homeowner has stopped', () => afterNo([], { sharingStoppedAt: new Date() })],
  ['for an offer that ended by itself', () => storeLead([anOffer('a', { state: 'expired', decidedAt: new Date() })])],
])('a no stays one %s', async (_when, prepare) => {
  await prepare()
  const before = await stored()
  expect((await undo('a')).status).toBe(303)
  expect(await stored()).toEqual(before)
})

test('a no of a firm that was offered the job again stays one', async () => {
  await afterNo([], { $push: { offers: anOffer('a') } })
  await undo('a')
  expect(await states()).toEqual(['declined', 'offered'])
})

test('a place that another lead of the same job has taken is not free', async () => {
  await storeLead([anOffer('a')], { maximumFirms: 1, createdAt: new Date(Date.now() - 1_000) })
  await decline('a')
  const { email, mobile, postcode, trade } = await stored()
  const other = { email, mobile, postcode, trade, createdAt: new Date(), offers: [anOffer('b')] }
  await LeadModel.create(aLead(43, other))
  expect((await get(await link('a'))).body).not.toContain('Undo</button>')
  await undo('a')
  expect(await states()).toEqual(['declined'])
  await LeadModel.updateOne({ _id: 43 }, { 'offers.0.state': 'expired' })
  await undo('a')
  expect(await states()).toEqual(['offered'])
})

test('of ten firms that take their no back at the same moment as many do as there are places', async () => {
  const firms = Array.from({ length: 10 }, (_, index) => `firm-${index}`)
  await storeLead(firms.map((firm) => anOffer(firm)))
  for (const firm of firms) await decline(firm)
  await Promise.all(firms.map(undo))
  expect((await states()).filter((state) => state === 'offered')).toHaveLength(maximumFirms)
})

test('404 for what is no such link, 410 for an old one', async () => {
  await afterNo()
  expect((await post('/offers/x/undo')).status).toBe(404)
  expect((await post(`/offers/${await sign('a', 'lead')}/undo`)).status).toBe(404)
  await LeadModel.deleteMany({})
  expect((await post(`/offers/${await sign('a', 'offer', soon())}/undo`)).status).toBe(410)
})
