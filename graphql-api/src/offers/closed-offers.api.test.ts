import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import type { OfferState } from '@kerbside/schema/offers/offer'
import { expect, test } from 'vitest'
import { anOffer, idOf, secrets, soon, storeLead, useOffers } from '../testing/offers.ts'

const { sign, link, get, post, stored, states } = useOffers()

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

const closed = [
  { status: 'lost' },
  { status: 'converted' },
  { enoughQuotesAt: new Date() },
  { sharingStoppedAt: new Date() },
] as const
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

const yesterday = new Date(Date.now() - 24 * 3_600_000)
test.each([{ active: false }, { verifiedUntil: null }, { verifiedUntil: yesterday }])(
  'a firm that is %j gets nothing',
  async (change) => {
    await storeLead([anOffer('a')])
    await ContractorModel.updateOne({ _id: idOf('a') }, change)
    for (const { status, body } of [await get(await link('a')), await post(await link('a'))]) {
      expect(status).toBe('active' in change ? 410 : 200)
      expect(body).toContain('active' in change ? 'our links to you have ended' : 'This job is no longer available')
      expect(body).not.toMatch(secrets)
    }
    const path = await link('a')
    await ContractorModel.deleteMany({})
    expect((await post(path)).status).toBe(410)
    expect(await states()).toEqual(['offered'])
    expect((await stored()).outbox).toEqual([])
  },
)

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
