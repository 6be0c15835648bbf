import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { JobOutcome } from '@kerbside/schema/offers/job-outcome'
import type { LeadStatus } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { expect, test } from 'vitest'
import { anOffer, idOf, secrets, storeLead, useOffers } from '../testing/offers.ts'
import { signInAs } from '../testing/test-app.ts'

// `/leads/{token}`: what a firm that accepted reports of its job.
const { app, sign, get, stored } = useOffers()
const accepted = (firm: string, changes = {}) => anOffer(firm, { state: 'accepted', decidedAt: new Date(), ...changes })
const linkOf = async (firm = 'a') => `/leads/${await sign(firm, 'lead')}`
const form = { 'content-type': 'application/x-www-form-urlencoded' }
/** What was stored is confirmed where it was pressed, on the page to which the answer leads. */
async function report(fields: Record<string, string>, path?: string) {
  const link = path ?? (await linkOf())
  const answer = await app.request('POST', link, { body: new URLSearchParams(fields).toString(), headers: form })
  if (answer.status !== 303) return answer
  expect(answer.headers.get('location')).toBe(`${link}#outcome`)
  return { status: answer.status, body: (await get(link)).body }
}
const outcomesOf = async (place = 0) => (await stored()).offers[place]?.outcomes ?? []
const kindsOf = async (place = 0) => (await outcomesOf(place)).map(({ kind }) => kind)
const anOutcome = (kind: JobOutcome['kind']): JobOutcome => ({
  kind,
  at: new Date(),
  amount: null,
  currency: null,
  reason: null,
})

test('how it went is asked a day after the acceptance; who knows it before unfolds it', async () => {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  await storeLead([accepted('a', { decidedAt: hours(23) }), accepted('b', { decidedAt: hours(25) })])
  const [early, later] = [(await get(await linkOf('a'))).body, (await get(await linkOf('b'))).body]
  expect([early.includes('How did it go?'), later.includes('How did it go?')]).toEqual([false, true])
  expect(early).toMatch(/<details class="only" >\s+<summary>Tell us already how it went/)
  expect((await report({ outcome: 'quoted', amount: 'a lot' })).body).toMatch(/<details class="only" open>/)
})

test('GET and HEAD ask how it went, and change nothing', async () => {
  await storeLead([accepted('a', { decidedAt: new Date(Date.now() - 25 * 3_600_000) })])
  const before = await stored()
  const { status, body } = await get(await linkOf())
  expect(status).toBe(200)
  for (const text of ['How did it go?', 'I have quoted', 'Won', 'Lost', 'Cannot reach the homeowner', 'Wrong number'])
    expect(body).toContain(text)
  expect((await app.request('HEAD', await linkOf())).status).toBe(200)
  expect(await stored()).toEqual(before)
})

test('a quote is stored with its amount, moves the lead, and both tell which firm it was', async () => {
  await storeLead([accepted('a')])
  const { status, body } = await report({ outcome: 'quoted', amount: '£2,450.50' })
  expect(status).toBe(303)
  expect(body).toContain('You told us: Quoted £2,450.50')
  expect(await outcomesOf()).toMatchObject([{ kind: 'quoted', amount: 245_050, currency: 'GBP', reason: null }])
  const firm = { id: idOf('a'), name: 'Firm a' }
  const lead = await stored()
  expect([lead.status, lead.version]).toEqual(['quoted', 2])
  expect(lead.statusHistory).toMatchObject([{ from: 'new', to: 'quoted', by: firm }])
  const [entry] = await AuditEntryModel.find({ action: 'lead.changed' }).lean()
  expect(entry).toMatchObject({ by: firm, details: 'Reported: Quoted £2,450.50; status new → quoted' })
})

test.each<[LeadStatus, string, LeadStatus]>([
  ['contacted', 'quoted', 'quoted'],
  ['quoted', 'quoted', 'quoted'],
  ['converted', 'quoted', 'converted'],
  ['lost', 'quoted', 'lost'],
  ['new', 'won', 'converted'],
  ['quoted', 'won', 'converted'],
  ['lost', 'won', 'lost'],
  ['quoted', 'lost', 'quoted'],
  ['new', 'cannot-reach', 'new'],
  ['contacted', 'will-not-price', 'contacted'],
])('of a %s lead a firm reports %s: it is %s', async (before, outcome, after) => {
  await storeLead([accepted('a')], { status: before })
  expect((await report({ outcome })).status).toBe(303)
  expect((await stored()).status).toBe(after)
  expect(await kindsOf()).toEqual([outcome])
})

test('the lead is won: what other firms were offered is withdrawn', async () => {
  await storeLead([accepted('a'), anOffer('b'), accepted('c')])
  await report({ outcome: 'won' })
  const { offers } = await stored()
  expect(offers.map(({ state }) => state)).toEqual(['accepted', 'withdrawn', 'accepted'])
  expect(offers.map(({ outcomes }) => outcomes?.length)).toEqual([1, undefined, undefined])
  await expect
    .poll(async () => (await app.deps.queues.leads.getJobs()).map(({ name }) => name))
    .toContain('offer.withdrawn')
})

test('a report can be changed while the lead is open, with its history; the same again changes nothing', async () => {
  await storeLead([accepted('a')])
  const path = await linkOf()
  await report({ outcome: 'cannot-reach' }, path)
  const once = await stored()
  await report({ outcome: 'cannot-reach' }, path)
  expect(await stored()).toEqual(once)
  await report({ outcome: 'not-genuine', reason: 'wrong-number' }, path)
  const { body } = await report({ outcome: 'quoted' }, path)
  expect(body).toContain('You told us: Quoted (')
  expect(await kindsOf()).toEqual(['cannot-reach', 'not-genuine', 'quoted'])
})

test('once the lead is closed, only what is still missing can be reported', async () => {
  const offers = [
    accepted('a', { outcomes: [anOutcome('not-genuine')] }),
    accepted('b', { outcomes: [anOutcome('quoted')] }),
    accepted('c'),
  ]
  await storeLead(offers, { status: 'converted' })
  for (const firm of ['a', 'b', 'c']) await report({ outcome: 'lost' }, await linkOf(firm))
  expect([await kindsOf(0), await kindsOf(1), await kindsOf(2)]).toEqual([
    ['not-genuine'],
    ['quoted', 'lost'],
    ['lost'],
  ])
  expect((await get(await linkOf('a'))).body).toContain('The job is closed, so this stays as it is')
  expect((await get(await linkOf('a'))).body).not.toContain('I have quoted')
})

test.each<[Record<string, string>, string]>([
  [{ outcome: 'quoted', amount: 'a lot' }, 'Enter an amount'],
  [{ outcome: 'not-genuine' }, 'Choose a reason'],
  [{ outcome: 'not-genuine', reason: 'dull' }, 'Choose a reason'],
  [{ outcome: 'eaten' }, 'Choose what became of the job'],
  [{}, 'Choose what became of the job'],
  [{ 'outcome[$ne]': 'won' }, 'Choose what became of the job'],
])('%j is shown again with what is wrong: %s', async (fields, message) => {
  await storeLead([accepted('a')])
  const { status, body } = await report(fields)
  expect(status).toBe(422)
  expect(body).toContain(message)
  expect(body).toContain(`value="${fields['amount'] ?? ''}"`)
  expect(await outcomesOf()).toEqual([])
})

test('ten presses at the same moment are one report, and two firms at once lose nothing', async () => {
  await storeLead([accepted('a'), accepted('b')])
  const [a, b] = [await linkOf('a'), await linkOf('b')]
  const presses = Array.from({ length: 5 }, () => [report({ outcome: 'quoted' }, a), report({ outcome: 'lost' }, b)])
  const answers = await Promise.all(presses.flat())
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
  expect([await kindsOf(0), await kindsOf(1)]).toEqual([['quoted'], ['lost']])
  expect((await stored()).statusHistory).toHaveLength(1)
})

test('a firm that has not accepted, an unknown link and an old one report nothing', async () => {
  await storeLead([anOffer('a'), accepted('b')])
  const won = { outcome: 'won' }
  expect((await report(won)).body).not.toMatch(secrets)
  expect((await report(won, `/leads/${await sign('b')}`)).status).toBe(404)
  const old = `/leads/${await sign('b', 'lead', new Date(Date.now() - 2_000))}`
  expect((await report(won, old)).status).toBe(410)
  const json = await app.request('POST', await linkOf('b'), { body: won })
  expect(json.status).toBe(415)
  expect([await kindsOf(0), await kindsOf(1), (await stored()).status]).toEqual([[], [], 'new'])
})

test('of a doubt the homeowner is asked once, whichever firm has it, and not after a stop', async () => {
  const asked = () => DeliveryModel.countDocuments({ _id: deliveryId(42, 'check-request'), state: 'queued' })
  await storeLead([accepted('a'), accepted('b')])
  await report({ outcome: 'lost' })
  expect(await asked()).toBe(0)
  await report({ outcome: 'cannot-reach' })
  await report({ outcome: 'not-genuine', reason: 'spam' }, await linkOf('b'))
  expect(await asked()).toBe(1)
  expect((await app.deps.queues.mail.getJobs()).map(({ data }) => data)).toEqual([
    { deliveryId: deliveryId(42, 'check-request') },
  ])
  await DeliveryModel.deleteMany({})
  await LeadModel.updateOne({ _id: 42 }, { sharingStoppedAt: new Date() })
  await report({ outcome: 'not-genuine', reason: 'other' })
  expect([await asked(), (await kindsOf()).length]).toEqual([0, 3])
})

test('staff see what a firm reported, at the lead and at the firm', async () => {
  await storeLead([accepted('a', { outcomes: [anOutcome('quoted'), { ...anOutcome('not-genuine'), reason: 'spam' }] })])
  const query = '{ lead(id: "42") { offers { outcomes { kind text } } } }'
  const { data } = await app.graphql(query, {}, await signInAs('manager'))
  const [quoted, doubted] = [
    { kind: 'QUOTED', text: 'Quoted' },
    { kind: 'NOT_GENUINE', text: 'Not genuine: spam' },
  ]
  expect(data.lead.offers).toEqual([{ outcomes: [quoted, doubted] }])
  expect(await LeadModel.countDocuments({ 'offers.outcomes.kind': 'quoted' })).toBe(1)
})
