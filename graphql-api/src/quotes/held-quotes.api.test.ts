import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Context } from '../deps.ts'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { discardHeldQuote, releaseHeldQuote } from './held-quotes.service.ts'
import { submitQuote } from './quotes.service.ts'
import { aQuote } from '../testing/quotes.ts'

const app = useTestApp()
let admin = ''
beforeEach(async () => {
  admin = await signInAs('admin')
})

const list = `query ($first: Int, $after: String) { heldQuotes(first: $first, after: $after) {
  totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor }
  nodes { id reason receivedAt lead { id reference fullName email answers { name value } deliveries { id } matching { matched } } } } }`
const release = 'mutation ($id: ID!) { releaseHeldQuote(id: $id) { id reference status email createdAt } }'
const discard = 'mutation ($id: ID!) { discardHeldQuote(id: $id) }'

const sender = (): Context => ({ ...app.contextOf(), client: { address: crypto.randomUUID(), requestId: 'request-1' } })
async function hold(changes: Parameters<typeof aQuote>[0] = {}, receivedAt = new Date()) {
  const quote = aQuote({ elapsedMs: 100, ...changes })
  const { lead } = await submitQuote({ ...sender(), now: () => receivedAt }, quote)
  return { quote, lead, id: String(lead.id), repeat: () => submitQuote(sender(), quote) }
}
const codeOf = ({ errors }: Awaited<ReturnType<typeof app.graphql>>) => errors?.[0]?.extensions['code']
const emptied = async () => ({ leads: await LeadModel.countDocuments(), held: await HeldQuoteModel.countDocuments() })

test('what is held is listed newest first, with its reason, its time and the lead it would become', async () => {
  const older = await hold({ answers: { website_url: 'x' } }, new Date('2026-11-20T10:00:00Z'))
  const newer = await hold({}, new Date('2026-11-21T10:00:00Z'))
  const { data } = await app.graphql(list, {}, admin)
  expect(data.heldQuotes).toMatchObject({
    totalCount: 2,
    pageInfo: { hasNextPage: false },
    nodes: [
      { id: newer.id, reason: 'TOO_FAST', receivedAt: '2026-11-21T10:00:00.000Z' },
      {
        id: older.id,
        reason: 'HONEYPOT',
        lead: { id: older.id, reference: older.lead.reference, fullName: 'Aoife Byrne', deliveries: [], matching: [] },
      },
    ],
  })
})

test('the list is paged by cursors of its own, and nothing is listed that was decided', async () => {
  const at = new Date('2026-11-20T10:00:00Z')
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await hold({}, at)).id)
  await app.graphql(discard, { id: ids[4] }, admin)
  const first = (await app.graphql(list, { first: 3 }, admin)).data.heldQuotes
  const rest = (await app.graphql(list, { first: 3, after: first.pageInfo.endCursor }, admin)).data.heldQuotes
  const idsOf = (page: { nodes: { id: string }[] }) => page.nodes.map(({ id }) => id)
  expect([idsOf(first), first.pageInfo.hasNextPage, first.totalCount]).toEqual([ids.slice(0, 3), true, 4])
  expect([idsOf(rest), rest.pageInfo.hasNextPage]).toEqual([ids.slice(3, 4), false])
  expect(codeOf(await app.graphql(list, { after: 'x' }, admin))).toBe('BAD_USER_INPUT')
  expect(codeOf(await app.graphql(list, { first: 0 }, admin))).toBe('BAD_USER_INPUT')
})

test('release makes the lead of a first receipt, with the time it was received, and hands its event over', async () => {
  const receivedAt = new Date('2026-11-20T10:00:00Z')
  const { id, lead, quote } = await hold({}, receivedAt)
  const { data } = await app.graphql(release, { id }, admin)
  expect(data.releaseHeldQuote).toEqual({
    id,
    reference: lead.reference,
    status: 'NEW',
    email: lead.email,
    createdAt: receivedAt.toISOString(),
  })
  expect(await emptied()).toEqual({ leads: 1, held: 0 })

  // Beside it the lead of the same answers that nobody held.
  const { lead: other } = await submitQuote(
    { ...sender(), publishEvent: () => {}, now: () => receivedAt },
    { ...quote, elapsedMs: 60_000, submissionId: crypto.randomUUID() },
  )
  const own = {
    _id: 0,
    reference: '',
    submissionId: '',
    requestDigest: '',
    searchText: '',
    tails: [],
    outbox: [],
    updatedAt: 0,
  }
  const released = await LeadModel.collection.findOne({ _id: lead.id as never })
  expect({ ...released, ...own }).toEqual({
    ...(await LeadModel.collection.findOne({ _id: other.id as never })),
    ...own,
  })
  expect(await app.deps.queues.leads.getJob(`lead-${id}-submitted`).then((job) => job?.data)).toEqual({
    leadId: lead.id,
  })
})

test('ten releases at once, by two admins, are one lead; later ones give it again', async () => {
  const { id } = await hold()
  const other = await signInAs('admin')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => app.graphql(release, { id }, index % 2 ? admin : other)),
  )
  for (const { data } of answers) expect(data.releaseHeldQuote.id).toBe(id)
  expect((await app.graphql(release, { id }, admin)).data.releaseHeldQuote.id).toBe(id)
  expect(await emptied()).toEqual({ leads: 1, held: 0 })
})

test('release and discard at the same moment: one of them wins, and the other is told', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, lead } = await hold()
    const answers = await Promise.all([app.graphql(release, { id }, admin), app.graphql(discard, { id }, admin)])
    expect(answers.map(codeOf).filter((code) => code === 'CONFLICT')).toHaveLength(1)
    const isLead = (await LeadModel.exists({ _id: lead.id })) !== null
    expect([isLead, (await HeldQuoteModel.exists({ _id: lead.id })) !== null]).toEqual([
      codeOf(answers[0]!) === undefined,
      codeOf(answers[0]!) === 'CONFLICT',
    ])
  }
})

test('a process that ends before the event is handed over leaves it in the lead, for the relay', async () => {
  const { id, lead } = await hold()
  const { viewer } = await createSession(await createUser('admin'))
  const now = new Date('2026-11-22T10:00:00Z')
  await releaseHeldQuote({ ...app.contextOf(viewer), publishEvent: () => {}, now: () => now }, id)
  expect(await LeadModel.findById(lead.id).lean()).toMatchObject({
    outbox: [{ id: `lead-${id}-submitted`, type: 'lead.submitted', at: now }],
    dispatchedAt: null,
  })
})

test('a release that fails at the lead leaves the quote held, and the next one makes the lead', async () => {
  const { id, lead } = await hold()
  await LeadModel.collection.insertOne({ _id: 1 as never, reference: lead.reference, submissionId: 'another' })
  expect(codeOf(await app.graphql(release, { id }, admin))).toBe('CONFLICT')
  expect(await HeldQuoteModel.exists({ _id: lead.id })).not.toBeNull()
  await LeadModel.collection.deleteOne({ _id: 1 as never })
  expect((await app.graphql(release, { id }, admin)).data.releaseHeldQuote.id).toBe(id)
  expect(await emptied()).toEqual({ leads: 1, held: 0 })
})

test('one submission through many doors at once is one lead or one held quote, with one reference', async () => {
  for (let round = 0; round < 5; round += 1) {
    const quote = { ...aQuote(), submissionId: crypto.randomUUID() }
    const doors = Array.from({ length: 8 }, (_, door) =>
      submitQuote(sender(), { ...quote, elapsedMs: door % 2 === 0 ? 100 : 60_000 }),
    )
    const references = (await Promise.all(doors)).map(({ lead }) => lead.reference)
    expect(new Set(references).size).toBe(1)
    const { submissionId } = quote
    const places = [LeadModel.countDocuments({ submissionId }), HeldQuoteModel.countDocuments({ submissionId })]
    expect((await Promise.all(places)).toSorted((a, b) => a - b)).toEqual([0, 1])
  }
})

test('a submission that is held stays held after Redis has lost everything', async () => {
  const { quote, lead } = await hold()
  const keys = await app.deps.redis.keys(`${app.config.REDIS_PREFIX}:quotes*`)
  expect(keys.length).toBeGreaterThan(0)
  await app.deps.redis.del(keys)
  const again = await submitQuote(sender(), { ...quote, elapsedMs: 60_000 })
  expect(again).toMatchObject({ duplicate: true, lead: { reference: lead.reference } })
  expect(await emptied()).toEqual({ leads: 0, held: 1 })
})

test('two admins who release a held quote that is a lead already both get that lead', async () => {
  const { id, lead, quote } = await hold()
  await LeadModel.create(aLead(7, { submissionId: String(quote.submissionId) }))
  const releaseAgain = async () => (await app.graphql(release, { id }, admin)).data.releaseHeldQuote.id
  expect(await Promise.all([releaseAgain(), releaseAgain()])).toEqual(['7', '7'])
  expect(await releaseAgain()).toBe('7')
  expect(codeOf(await app.graphql(discard, { id }, admin))).toBe('CONFLICT')
  expect((await app.graphql(list, {}, admin)).data.heldQuotes).toMatchObject({ totalCount: 0, nodes: [] })
  expect(JSON.stringify(await HeldQuoteModel.findById(lead.id).lean())).not.toContain(lead.email)
  expect(await LeadModel.countDocuments()).toBe(1)
})

test('the photos of a held quote that is a lead already go to that lead, each once, and with them all or nothing', async () => {
  const { id, lead, quote } = await hold()
  const photo = (name: string) => ({ id: name, fileId: `file-${name}`, width: 1, height: 1, size: 5, at: new Date(0) })
  await LeadModel.create(aLead(7, { submissionId: String(quote.submissionId), photos: [photo('a')] }))
  await HeldQuoteModel.updateOne({ _id: lead.id }, { $set: { 'lead.photos': [photo('a'), photo('b'), photo('c')] } })
  const photosOfLead = async () => (await LeadModel.findById(7).lean().orFail()).photos?.map((one) => one.id)

  await AuditEntryModel.createCollection()
  const isRefused = { validator: { action: { $ne: 'held-quote.released' } } }
  await AuditEntryModel.db.db?.command({ collMod: AuditEntryModel.collection.name, ...isRefused })
  onTestFinished(
    async () =>
      void (await AuditEntryModel.db.db?.command({ collMod: AuditEntryModel.collection.name, validator: {} })),
  )
  expect(codeOf(await app.graphql(release, { id }, admin))).toBe('INTERNAL_SERVER_ERROR')
  expect([await photosOfLead(), await HeldQuoteModel.countDocuments({ discardedAt: null })]).toEqual([['a'], 1])

  await AuditEntryModel.db.db?.command({ collMod: AuditEntryModel.collection.name, validator: {} })
  expect((await app.graphql(release, { id }, admin)).data.releaseHeldQuote.id).toBe('7')
  expect((await app.graphql(release, { id }, admin)).data.releaseHeldQuote.id).toBe('7')
  expect(await photosOfLead()).toEqual(['a', 'b', 'c'])
})

test('discard leaves no answer of anybody, and is not undone', async () => {
  const { id, lead } = await hold({ answers: { first_name: 'Sinéad', additionalInfo: 'Behind the old mill' } })
  expect((await app.graphql(discard, { id }, admin)).data).toEqual({ discardHeldQuote: true })
  const left = JSON.stringify(await HeldQuoteModel.findById(lead.id).lean())
  for (const personal of ['Sinéad', 'Byrne', lead.email, lead.mobile, 'SW1A', 'mill'])
    expect(left).not.toContain(personal)
  expect((await app.graphql(discard, { id }, admin)).data).toEqual({ discardHeldQuote: true })
  expect(codeOf(await app.graphql(release, { id }, admin))).toBe('CONFLICT')
  expect((await app.graphql(list, {}, admin)).data.heldQuotes).toMatchObject({ totalCount: 0, nodes: [] })
  expect(await LeadModel.countDocuments()).toBe(0)
})

test.each([
  ['released', releaseHeldQuote, { leads: 1, held: 0 }],
  ['discarded', discardHeldQuote, { leads: 0, held: 1 }],
])('a repeat of what was %s is answered like success and changes nothing', async (_what, decide, counts) => {
  const { id, lead, quote, repeat } = await hold()
  const { viewer } = await createSession(await createUser('admin'))
  await decide(app.contextOf(viewer), id)
  const again = [await repeat(), await submitQuote(sender(), { ...quote, elapsedMs: 60_000 })]
  for (const result of again) {
    expect(result).toMatchObject({
      duplicate: true,
      lead: { id: lead.id, reference: lead.reference, status: 'new', email: lead.email, createdAt: lead.createdAt },
    })
  }
  const other = submitQuote(sender(), { ...quote, answers: { ...quote.answers, additionalInfo: 'Other' } })
  await expect(other).rejects.toMatchObject({ code: 'CONFLICT', message: 'This form was sent before.' })
  expect(await emptied()).toEqual(counts)
})

test.each([
  ['list', list],
  ['release', release],
  ['discard', discard],
])('only admins %s what is held', async (_what, document) => {
  const { id } = await hold()
  const roles = { manager: await signInAs('manager'), user: await signInAs('user') }
  expect(codeOf(await app.graphql(document, { id }))).toBe('UNAUTHENTICATED')
  expect(codeOf(await app.graphql(document, { id }, roles.manager))).toBe('FORBIDDEN')
  expect(codeOf(await app.graphql(document, { id }, roles.user))).toBe('FORBIDDEN')
  expect(await emptied()).toEqual({ leads: 0, held: 1 })
})

test.each(['x', '999999', '-1', '1e3'])('NOT_FOUND: nothing is held under %s', async (id) => {
  expect(codeOf(await app.graphql(release, { id }, admin))).toBe('NOT_FOUND')
  expect(codeOf(await app.graphql(discard, { id }, admin))).toBe('NOT_FOUND')
})

test('a lead that never was held is not discarded', async () => {
  const { lead } = await submitQuote(sender(), aQuote())
  expect(codeOf(await app.graphql(discard, { id: String(lead.id) }, admin))).toBe('CONFLICT')
  expect(await LeadModel.exists({ _id: lead.id })).not.toBeNull()
})
