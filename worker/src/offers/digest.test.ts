import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { digestKind } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { EmailTemplateModel } from '@kerbside/schema/emails/email-template.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { queueDueDeliveries } from '../deliveries/queue-deliveries.ts'
import { sendDelivery } from '../deliveries/send-delivery.ts'
import type { Deps } from '../deps.ts'
import { sweep } from '../events/sweep.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { addLead, run, testDeps, useWorkers, waitingJobs } from '../testing/test-worker.ts'
import { joinDigest } from '../deliveries/offer-digest.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const noon = new Date('2026-11-23T12:00:00Z')
const seven = new Date('2026-11-24T07:00:00Z')
const day = 24 * 3_600_000
const submitted = (leadId: number) => ({ name: 'lead.submitted', data: { leadId } }) as const

async function workerAt(now: Date): Promise<Deps> {
  const deps = await testDeps({ SMTP_URL: sink.url })
  deps.now = () => now
  return deps
}

async function addFirm(changes = {}) {
  const { _id } = await ContractorModel.create(aContractor('Daily', { offerEmails: 'daily', ...changes }))
  return { firm: String(_id), digest: `firm-${String(_id)}-digest-2026-11-24` }
}

async function addLeads(deps: Deps, ...ids: number[]) {
  for (const id of ids) {
    await addLead(id, { email: '' })
    await run(deps, submitted(id))
  }
}

const stored = (id: string) => DeliveryModel.findById(id).lean().orFail()
const offersOf = async () => (await LeadModel.find().sort({ _id: 1 }).lean()).map(({ offers }) => offers)

test('all jobs of a day come in one email, and the time to decide begins with it', async () => {
  const deps = await workerAt(noon)
  const { firm, digest } = await addFirm()
  await addLeads(deps, 1, 2)
  const expiresAt = new Date(seven.getTime() + day)
  const offer = { state: 'offered', sendAt: seven, digestDay: '2026-11-24', expiresAt }
  expect(await offersOf()).toMatchObject([[offer], [offer]])
  const { matching } = await LeadModel.findById(1).lean().orFail()
  expect(matching[0]?.reasons).toContain('Gets one email a day: the next is Tue 24 Nov, 07:00 (Europe/London)')
  deps.now = () => new Date(seven.getTime() - 1)
  await queueDueDeliveries(deps)
  expect(await waitingJobs(deps, 'mail')).toEqual([])

  deps.now = () => seven
  await queueDueDeliveries(deps)
  expect(await waitingJobs(deps, 'mail')).toEqual([`${digest}-send-0`])
  const results = await Promise.all([sendDelivery(deps, digest), sendDelivery(deps, digest)])
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(['claimed-elsewhere', 'sent'])
  const leads = await LeadModel.find().sort({ _id: 1 }).lean()
  const [email, ...more] = sink.emails
  expect(more).toEqual([])
  expect(email?.messageId).toBe(`<${digest}@kerbside.example>`)
  expect(email?.subject).toBe(`2 new jobs – ${leads.map(({ reference }) => reference).join(', ')}`)
  for (const { reference } of leads) {
    expect(email?.text).toContain(`Reference: ${reference}`)
    for (const answer of ['Accept', 'Decline']) expect(email?.text).toContain(`${answer} ${reference}:\nhttps://`)
  }
  expect(email?.text).toContain('Please decide by Wednesday 25 November at 07:00.')
  expect(email?.text.match(/\/offers\/[^/]+\/accept/g)).toHaveLength(2)
  expect(email?.text).toContain('https://quotes.example/firm/')
  expect(email?.text).not.toMatch(/Aoife|Byrne|07700/)
  const offers = await DeliveryModel.find({ kind: 'offer', contractorId: firm }).lean()
  expect(offers.map(({ state, sentAt }) => [state, sentAt])).toEqual([
    ['sent', seven],
    ['sent', seven],
  ])
})

test('what was decided, withdrawn or has run out before is left out, and without a job there is no email', async () => {
  const deps = await workerAt(noon)
  const { digest } = await addFirm()
  await addLeads(deps, 1, 2, 3, 4)
  await LeadModel.updateOne({ _id: 1 }, { 'offers.0.state': 'withdrawn' })
  await LeadModel.updateOne({ _id: 2 }, { 'offers.0.state': 'declined' })
  await LeadModel.updateOne({ _id: 3 }, { 'offers.0.expiresAt': seven })
  deps.now = () => seven
  sink.behaviour.rejectMessage = () => 451
  expect((await sendDelivery(deps, digest)).kind).toBe('try-later')
  sink.behaviour.rejectMessage = () => undefined
  await LeadModel.updateOne({ _id: 4 }, { 'offers.0.state': 'withdrawn' })
  expect(await sendDelivery(deps, digest)).toEqual({ kind: 'dropped' })
  expect(sink.emails).toEqual([])
  expect(await stored(digest)).toMatchObject({ state: 'expired', sentAt: null })
})

test('an offer that comes while the digest is under way has an email of its own, and never two', async () => {
  const deps = await workerAt(noon)
  const { firm, digest } = await addFirm()
  await addLeads(deps, 1)
  // Its worker has the digest's last moment on its clock, and stores the offer when the digest is being sent.
  await addLead(2, { email: '' })
  deps.now = () => new Date(seven.getTime() - 1)
  sink.behaviour.rejectMessage = () => 451
  const sending = { ...deps, now: () => seven }
  await sendDelivery(sending, digest)
  await run(deps, submitted(2))
  await run(deps, submitted(2))
  sink.behaviour.rejectMessage = () => undefined
  await sendDelivery(sending, digest)
  expect((await offersOf())[1]).toMatchObject([{ state: 'offered', digestDay: '2026-11-24' }])
  await queueDueDeliveries(sending)
  expect(await waitingJobs(deps, 'mail')).toContain(`lead-2-offer-${firm}-send-0`)
  for (let again = 0; again < 2; again++) await sendDelivery(sending, `lead-2-offer-${firm}`)
  const references = (await LeadModel.find().sort({ _id: 1 }).lean()).map(({ reference }) => reference)
  expect(sink.emails.map(({ subject }) => subject)).toEqual([
    `1 new job – ${references[0]}`,
    expect.stringContaining(references[1] ?? ''),
  ])
})

test('offers that join while the digest is sealed are in it or have an own email, one of both', async () => {
  const deps = await workerAt(noon)
  const { digest } = await addFirm()
  await addLeads(deps, ...Array.from({ length: 12 }, (_, index) => index + 1))
  await DeliveryModel.deleteMany({})
  const leads = await LeadModel.find().lean()
  const atSeven = { ...deps, now: () => seven }
  const joining = leads.map(async ({ _id, offers: [offer] }) => joinDigest(deps, offer!, { leadId: _id, round: 0 }))
  const [joined] = await Promise.all([Promise.all(joining), sendDelivery(atSeven, digest)])
  await sendDelivery(atSeven, digest)
  const told = leads.map(({ reference }) => sink.emails.filter(({ text }) => text.includes(reference)).length)
  expect(told).toEqual(joined.map((id) => (id === null ? 0 : 1)))
})

test('a worker that was killed between the offer and the digest is repaired by the next try', async () => {
  const deps = await workerAt(noon)
  const { firm, digest } = await addFirm()
  await addLead(1, { email: '' })
  const killed = new Error('killed')
  // Nothing but the lead is written: the offer is there, and nobody would be told.
  await run(deps, submitted(1))
  await DeliveryModel.deleteMany({})
  await LeadModel.updateOne({ _id: 1 }, { dispatchedAt: null })
  await run(deps, submitted(1))
  // The digest is written, and the offer's own delivery is not.
  await DeliveryModel.deleteOne({ _id: `lead-1-offer-${firm}` })
  await LeadModel.updateOne({ _id: 1 }, { dispatchedAt: null })
  await sendDelivery({ ...deps, now: () => seven }, digest)
  const failing = { ...deps, enqueueAll: async () => Promise.reject(killed) }
  await expect(run(failing, submitted(1))).rejects.toBe(killed)
  await run(deps, submitted(1))
  expect(sink.emails).toHaveLength(1)
  expect(await stored(`lead-1-offer-${firm}`)).toMatchObject({ state: 'queued', channel: 'digest' })
  deps.now = () => new Date(seven.getTime() + day / 2)
  await queueDueDeliveries(deps)
  await sweep(deps)
  expect(await stored(`lead-1-offer-${firm}`)).toMatchObject({ state: 'sent', sentAt: seven })
  expect(sink.emails).toHaveLength(1)
})

test('a firm that goes back to single emails gets what waits in its email, and the next job at once', async () => {
  const deps = await workerAt(noon)
  const { firm, digest } = await addFirm()
  await addLeads(deps, 1)
  await ContractorModel.updateOne({ _id: firm }, { offerEmails: 'single' })
  await addLeads(deps, 2)
  expect(await waitingJobs(deps, 'mail')).toEqual([`lead-2-offer-${firm}-send-0`])
  expect(await sendDelivery({ ...deps, now: () => seven }, digest)).toEqual({ kind: 'sent' })
  expect(sink.emails[0]?.subject).toContain('1 new job')
})

test('each job of a digest that the address rejects goes to the next firm', async () => {
  const deps = await workerAt(noon)
  const { firm, digest } = await addFirm()
  await addLeads(deps, 1, 2)
  sink.behaviour.rejectRecipient = () => 550
  for (const kind of ['try-later', 'given-up'])
    expect((await sendDelivery({ ...deps, now: () => seven }, digest)).kind).toBe(kind)
  const leads = await LeadModel.find().lean()
  expect(leads.map(({ offers }) => offers[0]?.state)).toEqual(['undeliverable', 'undeliverable'])
  expect(leads.map(({ outbox }) => outbox.map(({ type }) => type))).toEqual([['offer.declined'], ['offer.declined']])
  expect(await stored(digest)).toMatchObject({ state: 'failed', refused: true })
  for (const leadId of [1, 2]) await run(deps, { name: 'offer.declined', data: { leadId, contractorId: firm } })
  expect((await stored(`lead-2-offer-${firm}`)).state).toBe('failed')
})

test('each job of a firm that may take none by then goes to the next firm', async () => {
  const deps = await workerAt(noon)
  const { firm, digest } = await addFirm()
  await addLeads(deps, 1, 2)
  await ContractorModel.updateOne({ _id: firm }, { active: false })
  expect(await sendDelivery({ ...deps, now: () => seven }, digest)).toEqual({ kind: 'dropped' })
  const leads = await LeadModel.find().lean()
  expect(leads.map(({ offers }) => offers[0]?.state)).toEqual(['withdrawn', 'withdrawn'])
})

test('the email has the words that an admin saved, with every job and its buttons', async () => {
  const deps = await workerAt(noon)
  const { digest } = await addFirm()
  await addLeads(deps, 1, 2)
  const body = 'Morning {{firm}}, {{count}} today: {{areas}}.\n\n{{jobs}}\n\nGood luck.'
  const words = { subject: 'Today: {{references}}', preheader: 'Look', title: 'Your day', body }
  const saved = { version: 1, words, savedAt: noon, savedBy: { id: 'u', name: 'Ada' } }
  await EmailTemplateModel.create({ _id: digestKind, version: 1, versions: [saved] })
  deps.now = () => seven
  expect(await sendDelivery(deps, digest)).toEqual({ kind: 'sent' })
  const references = (await LeadModel.find().sort({ _id: 1 }).lean()).map(({ reference }) => reference)
  const [email] = sink.emails
  expect(email?.subject).toBe(`Today: ${references.join(', ')}`)
  const inOrder = references.flatMap((reference) => [`Reference: ${reference}`, `Accept ${reference}:`])
  const parts = ['Morning Daily, 2 new jobs today: Driveway job in ', ...inOrder, 'Good luck.', 'one email a day']
  const places = parts.map((part) => email?.text.indexOf(part) ?? -1)
  expect([places.includes(-1), places.toSorted((one, other) => one - other)]).toEqual([false, places])
  expect((await stored(digest)).template).toEqual({ name: digestKind, version: '1' })
})
