import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { maximumQuotes } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { idOf } from '../testing/offers.ts'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { sendQuote } from './send-quote.ts'

const app = useTestApp()
let manager = ''
beforeEach(async () => {
  await app.deps.queues.leads.obliterate({ force: true })
  await ContractorModel.create({ _id: idOf('a'), ...aContractor('Firm a') })
  manager = await signInAs('manager')
})

const quoteId = '0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
const quote = { id: '1', quoteId, amount: 245_000, message: 'Includes the drains.' }
const store = (changes: Partial<LeadRecord> = {}) => LeadModel.create(aLead(1, changes))
const stored = () => LeadModel.findById(1).lean().orFail()

const send = (changes: object = {}) =>
  app.graphql(
    `mutation ($id: ID!, $quoteId: ID!, $amount: Int!, $message: String!, $contractorId: ID, $version: Int) {
      sendQuote(
        id: $id, quoteId: $quoteId, amount: $amount, message: $message, contractorId: $contractorId, version: $version
      ) {
        status version contactedAt statusHistory { from to by { name } }
        activity { kind at by { name } text quote { id amount currency firmName } }
      }
    }`,
    { ...quote, ...changes },
    manager,
  )
const errorOf = async (changes: object) => (await send(changes)).errors?.[0]?.extensions
const quotesSent = async () => (await stored()).activity?.filter(({ kind }) => kind === 'quote-sent').length ?? 0

test('a quote moves the lead to quoted, is recorded with who and when, and keeps the promise, in one write', async () => {
  await store()
  const before = Date.now()
  const { data } = await send({ message: '  Includes the drains.  ', version: 1 })
  expect(data.sendQuote).toEqual({
    status: 'QUOTED',
    version: 2,
    contactedAt: expect.any(String),
    statusHistory: [{ from: 'NEW', to: 'QUOTED', by: { name: 'The manager' } }],
    activity: [
      {
        kind: 'QUOTE_SENT',
        at: expect.any(String),
        by: { name: 'The manager' },
        text: 'Includes the drains.',
        quote: { id: quoteId, amount: 245_000, currency: 'GBP', firmName: null },
      },
    ],
  })
  expect(new Date(data.sendQuote.contactedAt).getTime()).toBeGreaterThanOrEqual(before)
  await expect
    .poll(async () => (await app.deps.queues.leads.getJobs()).map(({ name, data: job }) => [name, job]))
    .toEqual([['quote.sent', { leadId: 1 }]])
})

test('the event that becomes the email is stored with the quote, for the relay to publish', async () => {
  await store()
  const { viewer } = await createSession(await createUser('manager'))
  await sendQuote({ ...app.contextOf(viewer), publishEvent: () => {} }, quote)
  expect(await stored()).toMatchObject({ status: 'quoted', outbox: [{ type: 'quote.sent', contractorId: null }] })
})

test('the same quote again, ten times at once, is sent once; its id in capitals is the same', async () => {
  await store()
  const answers = await Promise.all(Array.from({ length: 10 }, () => send({ version: 1 })))
  answers.push(await send({ quoteId: quoteId.toUpperCase(), version: 1 }))
  for (const { data } of answers) expect(data.sendQuote).toMatchObject({ status: 'QUOTED', version: 2 })
  expect(await quotesSent()).toBe(1)
})

test('the same id with another amount or message is BAD_USER_INPUT, and the first quote stands', async () => {
  await store()
  await send()
  for (const changes of [{ amount: 245_001 }, { message: 'Without the drains.' }]) {
    const [error] = (await send(changes)).errors ?? []
    expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { quoteId: [error?.message] } })
    expect(error?.message).toContain('£2,450.00')
  }
  expect((await stored()).activity).toMatchObject([{ text: quote.message, quote: { amount: 245_000 } }])
})

test('a quote is that of a firm that has accepted, and of no other', async () => {
  const offer = (contractorId: string, state: 'accepted' | 'offered') => {
    const at = new Date()
    return {
      contractorId,
      contractorName: 'Firm a',
      state,
      offeredAt: at,
      expiresAt: at,
      decidedAt: null,
    }
  }
  await store({ offers: [offer(idOf('a'), 'accepted'), offer(idOf('b'), 'offered')] })
  for (const contractorId of [idOf('b'), idOf('c')]) {
    expect(await errorOf({ contractorId })).toMatchObject({ fields: { contractorId: [expect.any(String)] } })
  }
  expect((await send({ contractorId: idOf('a') })).data.sendQuote.activity[0].quote.firmName).toBe('Firm a')
  expect((await send({ contractorId: idOf('a') })).data.sendQuote.version).toBe(2)
  expect(await errorOf({})).toMatchObject({ fields: { quoteId: [expect.stringContaining('firm')] } })
  expect(await quotesSent()).toBe(1)
  await ContractorModel.updateOne({ _id: idOf('a') }, { active: false })
  const another = { quoteId: crypto.randomUUID(), contractorId: idOf('a') }
  expect(await errorOf(another)).toMatchObject({ code: 'CONFLICT' })
})

test('another id is another quote: a quoted lead stays quoted, the first contact stays the first', async () => {
  await store()
  const first = (await send()).data.sendQuote
  const second = (await send({ quoteId: crypto.randomUUID(), amount: 200_000 })).data.sendQuote
  expect(second).toMatchObject({ version: 3, contactedAt: first.contactedAt, statusHistory: first.statusHistory })
  expect(second.activity.map((entry: { quote: { amount: number } }) => entry.quote.amount)).toEqual([245_000, 200_000])
})

test.each(['contacted', 'quoted', 'converted'] as const)('a %s lead can be quoted', async (status) => {
  await store({ status })
  expect((await send()).data.sendQuote.status).toBe('QUOTED')
  expect(await quotesSent()).toBe(1)
})

test('a lead in Ireland is quoted in euro', async () => {
  await store({ postcode: 'D02 X285' })
  expect((await send()).data.sendQuote.activity[0].quote.currency).toBe('EUR')
})

test.each<[string, Partial<LeadRecord>, RegExp]>([
  ['lost', { status: 'lost' }, /Reopen it first/],
  ['without an email address', { email: '' }, /no email address/],
  ['that its homeowner stopped', { sharingStoppedAt: new Date() }, /no further contact/],
])('a lead %s gets no quote: CONFLICT, and nothing is changed', async (_what, changes, reason) => {
  await store(changes)
  const [error] = (await send()).errors ?? []
  expect([error?.extensions, error?.message]).toEqual([{ code: 'CONFLICT' }, expect.stringMatching(reason)])
  expect(await stored()).toMatchObject({ version: 1, outbox: [] })
  expect(await quotesSent()).toBe(0)
})

test('a stale version is a conflict, and no lead is NOT_FOUND', async () => {
  await store({ version: 4 })
  expect(await errorOf({ version: 3 })).toEqual({ code: 'CONFLICT' })
  for (const id of ['404', 'x', '']) expect(await errorOf({ id })).toEqual({ code: 'NOT_FOUND' })
  expect(await quotesSent()).toBe(0)
})

test.each<[string, unknown]>([
  ['amount', 0],
  ['amount', -1],
  ['amount', 100_000_001],
  ['amount', 24.5],
  ['amount', '245000'],
  ['amount', null],
  ['message', ''],
  ['message', ' \n '],
  ['message', 'x'.repeat(2_001)],
  ['message', { $ne: 1 }],
  ['quoteId', 'x'],
  ['quoteId', ''],
  ['quoteId', 'lead:1'],
])('%s %.20j is BAD_USER_INPUT that names it', async (field, value) => {
  await store()
  const error = await errorOf({ [field]: value })
  expect(error).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } })
  expect(await quotesSent()).toBe(0)
})

test('a lead has room for so many quotes and no more', async () => {
  const entry = { kind: 'quote-sent' as const, at: new Date(), by: { id: 'u', name: 'Mia' }, text: 'Yes' }
  const earlier = { amount: 1, currency: 'GBP' as const }
  const ids = Array.from({ length: maximumQuotes }, () => crypto.randomUUID())
  await store({ activity: ids.map((id) => ({ ...entry, quote: { id, ...earlier } })) })
  expect(await errorOf({})).toMatchObject({ code: 'BAD_USER_INPUT', fields: { quoteId: [expect.any(String)] } })
  expect((await send({ quoteId: ids[0], amount: 1, message: 'Yes' })).errors).toBeUndefined()
})

test('what was quoted is in no REST answer', async () => {
  await store()
  await send()
  const { body } = await app.request('GET', '/api/quote/1', { token: manager })
  expect(body.data.status).toBe('quoted')
  expect(JSON.stringify(body)).not.toMatch(/drains|245000/)
})

test('a quote stands among the prices under its id: ours or the firm’s, the whole amount, the message, in place of the former one', async () => {
  const at = new Date()
  const offer = {
    contractorId: idOf('a'),
    contractorName: 'Firm a',
    state: 'accepted' as const,
    offeredAt: at,
    expiresAt: at,
  }
  await store({ offers: [{ ...offer, decidedAt: at }] })
  const second = crypto.randomUUID()
  const third = crypto.randomUUID()
  await send()
  await send({ quoteId: second, amount: 200_000 })
  await send({ quoteId: third, contractorId: idOf('a') })
  const shown = 'id contractorName state number changes message isVatRegistered totals { total vat } enteredBy { name }'
  const { data } = await app.graphql(`{ lead(id: "1") { estimates { ${shown} lines { text } } } }`, {}, manager)
  const ours = { contractorName: 'Kerbside', isVatRegistered: null, message: quote.message }
  expect(data.lead.estimates).toMatchObject([
    {
      ...ours,
      id: quoteId,
      state: 'REPLACED',
      number: 1,
      totals: { total: 245_000, vat: 0 },
      enteredBy: { name: 'The manager' },
      lines: [{ text: 'As in our message' }],
    },
    {
      ...ours,
      id: second,
      state: 'SENT',
      number: 2,
      changes: expect.arrayContaining(['Price: £2,450.00 → £2,000.00']),
    },
    { id: third, contractorName: 'Firm a', state: 'SENT', number: 1 },
  ])
})

test('once the homeowner has chosen a price no quote is sent', async () => {
  await store()
  await send()
  await LeadModel.updateOne({ _id: 1 }, { 'estimates.0.state': 'chosen' })
  expect(await errorOf({ quoteId: crypto.randomUUID() })).toEqual({ code: 'CONFLICT' })
  expect(await quotesSent()).toBe(1)
})
