import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { maximumFirmsOf, type Offer, type OfferState } from '@kerbside/schema/leads/offer'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

const maximumFirms = maximumFirmsOf({})

const app = useTestApp()
const hour = 3_600_000
const soon = () => new Date(Date.now() + hour)

/** The id of a firm with this name; the tests store it with its offer. */
const idOf = (name: string) => Buffer.from(name.padEnd(12).slice(-12)).toString('hex')

const anOffer = (contractorId: string, changes: Partial<Offer> = {}): Offer => ({
  contractorId: idOf(contractorId),
  contractorName: `Firm ${contractorId}`,
  state: 'offered',
  offeredAt: new Date(),
  expiresAt: soon(),
  decidedAt: null,
  ...changes,
})

async function storeLead(offers: Offer[], changes: Partial<LeadRecord> = {}) {
  const answers = [
    { name: 'first_name', label: 'First name', value: 'Aoife' },
    { name: 'mobile', label: 'Mobile number', value: '07700 900123' },
    { name: 'drivewayMaterial', label: 'Preferred material', value: 'Resin bound' },
    { name: 'additionalInfo', label: 'Anything else?', value: 'Ask Aoife on 07700 900123, by the <b>gate</b>' },
  ]
  await LeadModel.create(aLead(42, { offers, answers, ...changes }))
  await ContractorModel.create(
    offers.map(({ contractorId, contractorName }) => ({ _id: contractorId, ...aContractor(contractorName) })),
  )
}

type Purpose = 'offer' | 'lead'
const sign = (firm: string, purpose: Purpose = 'offer', expiresAt = soon()) =>
  app.deps.links.sign({ purpose, leadId: 42, contractorId: idOf(firm) }, expiresAt)
const link = async (contractorId: string, act = 'accept') => `/offers/${await sign(contractorId)}/${act}`
const get = (path: string) => app.request('GET', path)
const post = (path: string) => app.request('POST', path)
const stored = () => LeadModel.findById(42).lean().orFail()
const states = async () => (await stored()).offers.map(({ state }) => state)
const secrets = /Byrne|aoife@example\.com|900123|\b1AA\b/

test('GET and HEAD show the job without name and contact, and change nothing', async () => {
  await storeLead([anOffer('a')])
  const before = await stored()
  for (const act of ['accept', 'decline']) {
    const { status, body, headers } = await get(await link('a', act))
    expect(status).toBe(200)
    expect(body).toContain('KB-')
    expect(body).toContain('South West London (SW1A)')
    expect(body).toContain('Five firms at most')
    expect(body).toContain('Resin bound')
    expect(body).toContain('Ask [removed] on [removed], by the &lt;b&gt;gate&lt;/b&gt;')
    expect(body).not.toMatch(secrets)
    expect(body).toContain(act === 'accept' ? '<button>Accept this job' : 'Decline this job</button>')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await app.request('HEAD', await link('a', act))).status).toBe(200)
  }
  expect(await stored()).toEqual(before)
})

test('accepting shows the contact data, is written down with its event, and a second press changes nothing', async () => {
  await storeLead([anOffer('a'), anOffer('b')])
  const path = await link('a')
  const { status, body } = await post(path)
  expect(status).toBe(200)
  expect(body).toContain('The job is yours')
  for (const part of ['Aoife Byrne', 'tel:+447700900123', 'mailto:aoife@example.com', 'SW1A 1AA'])
    expect(body).toContain(part)
  expect(await states()).toEqual(['accepted', 'offered'])
  const [{ decidedAt } = { decidedAt: null }] = (await stored()).offers
  const jobId = `lead-42-offer-accepted-${idOf('a')}-${decidedAt?.getTime()}`
  await expect
    .poll(async () => (await app.deps.queues.leads.getJob(jobId))?.data)
    .toEqual({ leadId: 42, contractorId: idOf('a') })
  await expect.poll(async () => (await stored()).outbox).toEqual([])

  const { offers } = await stored()
  expect((await post(path)).body).toContain('The job is yours')
  expect((await post(path.replace('accept', 'decline'))).body).toContain('The job is yours')
  expect((await get(path)).body).toContain('Aoife Byrne')
  expect((await stored()).offers).toEqual(offers)
})

test('declining says so, at the accept link too', async () => {
  await storeLead([anOffer('a')])
  expect((await post(await link('a', 'decline'))).body).toContain('You declined this job')
  const { status, body } = await post(await link('a'))
  expect([status, body.includes('You declined this job')]).toEqual([200, true])
  expect(body).not.toMatch(secrets)
  expect(await states()).toEqual(['declined'])
  await expect
    .poll(async () => (await app.deps.queues.leads.getJobs()).map(({ data, name }) => [name, data.contractorId]))
    .toContainEqual(['offer.declined', idOf('a')])
})

test('of fifty firms that accept at the same moment exactly five get the job', async () => {
  const firms = Array.from({ length: 50 }, (_, index) => `firm-${index}`)
  await storeLead(firms.map((firm) => anOffer(firm)))
  const answers = await Promise.all(firms.map(async (firm) => post(await link(firm))))
  expect(answers.filter(({ body }) => body.includes('The job is yours'))).toHaveLength(maximumFirms)
  expect(answers.filter(({ body }) => secrets.test(body))).toHaveLength(maximumFirms)
  expect(answers.filter(({ body }) => body.includes('Five firms were quicker'))).toHaveLength(45)
  expect((await states()).filter((state) => state === 'accepted')).toHaveLength(maximumFirms)
  expect((await stored()).offers.filter(({ decidedAt }) => decidedAt !== null)).toHaveLength(maximumFirms)
})

test('a lead whose notice said two firms is taken by two', async () => {
  const firms = ['a', 'b', 'c', 'd']
  await storeLead(
    firms.map((firm) => anOffer(firm)),
    { maximumFirms: 2 },
  )
  expect((await get(await link('a'))).body).toContain('Two firms at most')
  const answers = await Promise.all(firms.map(async (firm) => post(await link(firm))))
  expect(answers.filter(({ body }) => body.includes('The job is yours'))).toHaveLength(2)
  expect(answers.filter(({ body }) => body.includes('Two firms were quicker'))).toHaveLength(2)
})

test('one firm that presses ten times takes one place', async () => {
  await storeLead([anOffer('a')])
  const path = await link('a')
  await Promise.all(Array.from({ length: 10 }, () => post(path)))
  expect(await states()).toEqual(['accepted'])
})

test('200: a withdrawn offer says so', async () => {
  await storeLead([anOffer('a', { state: 'withdrawn' })])
  for (const answer of [await get(await link('a')), await post(await link('a'))]) {
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('This job is no longer available')
    expect(answer.body).not.toMatch(secrets)
  }
})

test.each<[string, OfferState, Date, Date]>([
  ['its offer has expired', 'expired', soon(), new Date(0)],
  ['its offer runs out before anybody wrote it down', 'offered', soon(), new Date(Date.now() - 1)],
  ['the link itself has run out', 'offered', new Date(Date.now() - 2_000), soon()],
])('410: nothing is shown or changed when %s', async (_what, state, linkUntil, expiresAt) => {
  await storeLead([anOffer('a', { state, expiresAt })])
  const path = `/offers/${await sign('a', 'offer', linkUntil)}/accept`
  for (const answer of [await get(path), await post(path)]) {
    expect(answer.status).toBe(410)
    expect(answer.body).toContain('This link has run out')
    expect(answer.body).not.toMatch(/KB-|Resin/)
    expect(answer.body).not.toMatch(secrets)
  }
  expect(await states()).toEqual([state])
})

test('a used link that has run out still says what became of it, without the contact data', async () => {
  await storeLead([anOffer('a', { state: 'accepted', decidedAt: new Date('2026-11-20T14:05:00Z') })])
  const { status, body } = await get(`/offers/${await sign('a', 'offer', new Date(Date.now() - 2_000))}/accept`)
  expect(status).toBe(200)
  expect(body).toContain('You accepted it on Fri 20 Nov, 14:05')
  expect(body).not.toMatch(secrets)
})

const closed = [{ status: 'lost' }, { status: 'converted' }, { sharingStoppedAt: new Date() }] as const
test.each(closed)(
  'a job is no longer available when its lead is %j: nothing is shown, nothing released',
  async (change) => {
    await storeLead([anOffer('a')], change)
    for (const { status, body } of [await get(await link('a')), await post(await link('a'))]) {
      expect(status).toBe(200)
      expect(body).toContain('This job is no longer available')
      expect(body).not.toMatch(secrets)
    }
    expect(await states()).toEqual(['offered'])
    expect((await stored()).outbox).toEqual([])
  },
)

const yesterday = new Date(Date.now() - 24 * hour)
test.each([{ active: false }, { verifiedUntil: yesterday }])('a firm that is %j gets nothing', async (change) => {
  await storeLead([anOffer('a')])
  await ContractorModel.updateOne({ _id: idOf('a') }, change)
  for (const { status, body } of [await get(await link('a')), await post(await link('a'))]) {
    expect(status).toBe(200)
    expect(body).toContain('This job is no longer available')
    expect(body).not.toMatch(secrets)
  }
  await ContractorModel.deleteMany({})
  expect((await post(await link('a'))).body).toContain('This job is no longer available')
  expect(await states()).toEqual(['offered'])
  expect((await stored()).outbox).toEqual([])
})

test('a paused firm may finish what it was offered, and one that is verified until later accepts', async () => {
  await storeLead([anOffer('a'), anOffer('b')])
  await ContractorModel.updateOne({ _id: idOf('a') }, { pausedUntil: soon() })
  await ContractorModel.updateOne({ _id: idOf('b') }, { verifiedUntil: soon() })
  for (const firm of ['a', 'b']) expect((await post(await link(firm))).body).toContain('The job is yours')
})

test('what a firm was given it keeps, also when the lead is lost or the firm switched off later', async () => {
  await storeLead([anOffer('a')])
  await post(await link('a'))
  await LeadModel.updateOne({ _id: 42 }, { status: 'lost' })
  await ContractorModel.updateOne({ _id: idOf('a') }, { active: false })
  expect((await get(await link('a'))).body).toContain('Aoife Byrne')
  expect((await get(`/leads/${await sign('a', 'lead')}`)).body).toContain('Aoife Byrne')
})

// Twenty rounds, each a little later than the last, so that the two meet at every point of each other's way.
const rounds = Array.from({ length: 20 }, (_, index) => index)
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('a lead that is lost at the moment a firm accepts: either the firm was first, or it gets nothing', async () => {
  const manager = await signInAs('manager')
  for (const round of rounds) {
    await LeadModel.deleteMany({})
    await ContractorModel.deleteMany({})
    await storeLead([anOffer('a'), anOffer('b')])
    const path = await link('a')
    const [{ body }, change] = await Promise.all([
      post(path),
      wait(round).then(() => app.request('PATCH', '/api/quote/42', { body: { status: 'lost' }, token: manager })),
    ])
    expect(change.status).toBe(200)
    const [first, second] = await states()
    expect(second).toBe('withdrawn')
    expect([first, secrets.test(body)]).toEqual(first === 'accepted' ? ['accepted', true] : ['withdrawn', false])
  }
})

test('a firm that is switched off at the moment it accepts: once it is off, nothing is accepted any more', async () => {
  for (const round of rounds) {
    await LeadModel.deleteMany({})
    await ContractorModel.deleteMany({})
    await storeLead([anOffer('a')])
    const path = await link('a')
    const switchOff = async () => {
      await wait(round)
      await ContractorModel.updateOne({ _id: idOf('a') }, { active: false }, { writeConcern: { w: 'majority' } })
      return (await states())[0]
    }
    const [{ body }, whenOff] = await Promise.all([post(path), switchOff()])
    const [after] = await states()
    expect(after).toBe(whenOff)
    expect(secrets.test(body)).toBe(after === 'accepted')
  }
})

test('410: a lead that is gone', async () => {
  expect((await get(await link('a'))).status).toBe(410)
  await storeLead([anOffer('a')])
  expect((await get(await link('somebody else'))).status).toBe(410)
})

test('404: unknown, tampered and foreign tokens show nothing', async () => {
  await storeLead([anOffer('a')])
  const good = await sign('a')
  const [head, body, signature] = good.split('.')
  const forged = Buffer.from(JSON.stringify({ leadId: 42, contractorId: 'a', aud: 'offer', exp: 4e9 })).toString(
    'base64url',
  )
  const tokens = [
    'x',
    '{"$gt":""}',
    '%00',
    '..%2f..%2fadmin',
    '[$ne]=1',
    `${head}.${body}.${signature?.slice(0, -2)}AA`,
    `${head}.${forged}.${signature}`,
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged}.`,
    await sign('a', 'lead'),
    'x'.repeat(5_000),
  ]
  for (const token of tokens) {
    for (const answer of [
      await get(`/offers/${encodeURIComponent(token)}/accept`),
      await post(`/offers/${encodeURIComponent(token)}/decline`),
    ]) {
      expect([token, answer.status]).toEqual([token, 404])
      expect(answer.body).toContain('We do not know this link')
      expect(answer.body).not.toMatch(/KB-|Resin/)
    }
  }
  expect((await get(`/leads/${good}`)).status).toBe(404)
  expect(await states()).toEqual(['offered'])
})

test('a firm that accepted has the contact data under its own link; another state says what it is', async () => {
  await storeLead([anOffer('a', { state: 'accepted', decidedAt: new Date() }), anOffer('b', { state: 'withdrawn' })])
  const { status, body } = await get(`/leads/${await sign('a', 'lead')}`)
  expect(status).toBe(200)
  expect(body).toContain('Aoife Byrne')
  expect(body).toContain('Ask Aoife on 07700 900123')
  expect((await get(`/leads/${await sign('b', 'lead')}`)).body).toContain('This job is no longer available')
  expect((await get(`/leads/${await sign('a', 'lead', new Date(Date.now() - 2_000))}`)).status).toBe(410)
})
