import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { findMailOutage } from '@kerbside/schema/deliveries/mail-outage.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { newOffer } from '@kerbside/schema/offers/offer'
import { useDatabase } from '@kerbside/schema/testing/database'
import { UserModel } from '@kerbside/schema/users/user.model'
import { newWebhookSecret, sealSecret } from '@kerbside/schema/webhooks/webhook-secret'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { queueDueDeliveries } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'
import { startHookSink, useHookSinks, type ReceivedHook } from '../testing/hook-sink.ts'
import { addFirms, addLead, run, testDeps, testSecret, useClock, useWorkers } from '../testing/test-worker.ts'
import { startMailSink } from '../testing/mail-sink.ts'

useDatabase()
useWorkers()
useHookSinks()

const hour = 3_600_000
const answers = [
  { name: 'full_name', label: 'Name', value: 'Aoife Byrne' },
  { name: 'drainage', label: 'Is drainage needed?', value: 'Yes, by the gate' },
]

/** Lead 1, accepted by a firm whose webhook is `sink`. */
async function acceptedLead(settings: Record<string, string> = {}) {
  const deps = await testDeps({ WEBHOOKS_TO_PRIVATE: 'on', ...settings })
  const [sink, clock, secret] = [await startHookSink(), useClock(deps), newWebhookSecret()]
  const [firm] = await addFirms(1)
  const contractorId = String(firm?._id)
  const offer = newOffer({ contractorId, contractorName: 'Firm 1' }, new Date(), { hours: 24, sendAt: null })
  await addLead(1, { answers, offers: [{ ...offer, state: 'accepted', decidedAt: new Date() }] })
  await WebhookModel.create({
    _id: contractorId,
    url: sink.url,
    sealedSecret: sealSecret(secret, testSecret),
    secretMadeAt: new Date(),
    createdAt: new Date(),
  })
  const id = `lead-1-webhook-accepted-${contractorId}`
  const accept = () => run(deps, { name: 'offer.accepted', data: { leadId: 1, contractorId } })
  return { deps, sink, clock, secret, contractorId, id, accept }
}

const send = (deps: Deps, deliveryId: string) => run(deps, { name: 'webhook.send', data: { deliveryId } })
const stored = (id: string): Promise<DeliveryRecord> => DeliveryModel.findById(id).orFail().lean()
const only = (hooks: readonly ReceivedHook[]) => {
  expect(hooks).toHaveLength(1)
  return hooks[0] as ReceivedHook
}

/** As docs/webhooks.md tells firms to compute it. */
function signatureOf(secret: string, { headers, body }: ReceivedHook): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

test('a firm that accepts is told by its webhook as well as by email, once, with contact and labelled answers', async () => {
  const { deps, sink, secret, contractorId, id, accept } = await acceptedLead()
  await Promise.all([accept(), accept(), accept()])
  const kinds = (await DeliveryModel.find().lean()).map(({ kind }) => kind).toSorted()
  expect(kinds).toEqual(['accepted-notice', 'contact-details', 'webhook-accepted'])
  await Promise.all([send(deps, id), send(deps, id)])
  const hook = only(sink.hooks)
  expect(hook.headers['webhook-id']).toBe(id)
  expect(Math.abs(Number(hook.headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(300)
  expect(hook.headers['webhook-signature']).toBe(signatureOf(secret, hook))
  const lead = await LeadModel.findById(1).lean().orFail()
  expect(JSON.parse(hook.body)).toMatchObject({
    type: 'lead.accepted',
    data: {
      reference: lead.reference,
      contact: { name: 'Aoife Byrne', email: lead.email, phone: lead.mobile, postcode: 'SW1A 1AA' },
      answers,
    },
  })
  expect(await stored(id)).toMatchObject({
    state: 'sent',
    channel: 'webhook',
    contractorId,
    attemptLog: [{ code: 204, round: 0 }],
  })
})

test('after a correction the firm gets the corrected details with the names of what changed, and nothing of a correction that is gone', async () => {
  const { deps, sink, contractorId } = await acceptedLead()
  const at = new Date('2026-11-23T10:15:00Z')
  const mobile = { name: 'mobile', label: 'Mobile number', before: '07400 000001', after: '07400 000002' }
  await LeadModel.updateOne({ _id: 1 }, { mobile: '+447400000002', corrections: [{ at, changes: [mobile] }] })
  const ids = [0, 1].map((round) => deliveryId(1, 'webhook-corrected', contractorId, round))
  const record = { kind: 'webhook-corrected' as const, channel: 'webhook' as const, leadId: 1, contractorId }
  await DeliveryModel.create(ids.map((_id) => ({ ...record, _id, state: 'queued' as const })))
  await send(deps, ids[0] ?? '')
  expect(JSON.parse(only(sink.hooks).body)).toMatchObject({
    type: 'lead.corrected',
    data: { contact: { phone: '+447400000002' }, answers, corrected_at: at.toISOString(), corrected: ['mobile'] },
  })
  await send(deps, ids[1] ?? '')
  expect((await stored(ids[1] ?? '')).state).toBe('expired')
  expect(sink.hooks).toHaveLength(1)
})

test('what becomes of a price is told as the price is then; of a price that is gone nothing', async () => {
  const { deps, sink, contractorId } = await acceptedLead()
  const at = new Date('2026-11-23T10:15:00Z')
  const [id, other] = ['0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c', '1f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c']
  const price = { contractorId, contractorName: 'Firm 1', number: 2, variationOf: null, kind: 'fixed', currency: 'GBP' }
  const decided = { state: 'declined', sentAt: at, validUntil: at, decidedAt: at, declinedBecause: 'too-dear' }
  await LeadModel.updateOne({ _id: 1 }, { estimates: [{ id, total: 245_000, ...price, ...decided }] })
  const kind = 'webhook-estimate-declined' as const
  const ids = [id, other].map((each) => deliveryId(1, kind, `${each}-${at.getTime()}`))
  const record = { kind, channel: 'webhook' as const, leadId: 1, contractorId, state: 'queued' as const }
  await DeliveryModel.create(ids.map((_id) => ({ ...record, _id })))
  for (const each of ids) await send(deps, each)
  const { reference } = await LeadModel.findById(1).lean().orFail()
  expect(JSON.parse(only(sink.hooks).body)).toMatchObject({
    type: 'estimate.declined',
    data: { reference, estimate: { id, number: 2, total: 245_000, state: 'declined', reason: 'too-dear' } },
  })
  expect((await stored(ids[1] ?? '')).state).toBe('expired')
})

test('a firm without a webhook gets the email alone', async () => {
  const { accept } = await acceptedLead()
  await WebhookModel.deleteMany({})
  await accept()
  expect(await DeliveryModel.countDocuments({ channel: 'webhook' })).toBe(0)
  expect(await DeliveryModel.countDocuments({ kind: 'contact-details' })).toBe(1)
})

test('a message that is not taken is tried again later under its id, and its answer is kept without the details', async () => {
  const { deps, sink, clock, id, accept } = await acceptedLead()
  await accept()
  const { email } = await LeadModel.findById(1).lean().orFail()
  Object.assign(sink.behaviour, { status: 500, text: `No Aoife Byrne, ${email}, 07700 900123 here` })
  await send(deps, id)
  const failed = await stored(id)
  expect(failed).toMatchObject({ state: 'queued', attempts: 1, lastError: 'Answered 500' })
  expect(failed.attemptLog).toMatchObject([{ code: 500, answer: expect.stringMatching(/^No \[removed\]/) }])
  expect(failed.nextTryAt?.getTime()).toBeGreaterThan(Date.now())
  expect(failed.attemptLog?.[0]?.answer).not.toMatch(/Aoife|Byrne|@|900123/)
  sink.behaviour.status = 200
  clock.advance(hour)
  await send(deps, id)
  expect(sink.hooks.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
})

test('after 72 hours it is given up, while the email went', async () => {
  const mailSink = await startMailSink()
  const { deps, sink, clock, contractorId, id, accept } = await acceptedLead({ SMTP_URL: mailSink.url })
  sink.behaviour.status = 503
  await accept()
  await send(deps, id)
  await run(deps, { name: 'delivery.send', data: { deliveryId: `lead-1-contact-details-${contractorId}` } })
  clock.advance(73 * hour)
  await send(deps, id)
  expect(await stored(id)).toMatchObject({ state: 'failed', nextTryAt: null })
  expect(mailSink.emails).toHaveLength(1)
  await mailSink.stop()
})

test('while the mail server is away webhooks are sent, and sent again, and only the email waits', async () => {
  const { deps, sink, clock, contractorId, id, accept } = await acceptedLead()
  const email = `lead-1-contact-details-${contractorId}`
  const tryMail = () => run(deps, { name: 'delivery.send', data: { deliveryId: email } })
  await accept()
  await tryMail()
  sink.behaviour.status = 503
  await send(deps, id)
  sink.behaviour.status = 204
  clock.advance(8_000)
  // Until the next try is due no email is queued.
  await tryMail()
  expect(await findMailOutage()).not.toBeNull()
  const queued: unknown[] = []
  await queueDueDeliveries({ ...deps, enqueueAll: async (jobs) => void queued.push(...jobs) })
  expect(queued).toContainEqual(expect.objectContaining({ name: 'webhook.send', data: { deliveryId: id } }))
  await send(deps, id)
  expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(await stored(email)).toMatchObject({ state: 'queued', sentAt: null })
})

test('a webhook that fails for an hour: each admin is told once, and the next message that arrives ends it', async () => {
  const { deps, sink, clock, contractorId, id, accept } = await acceptedLead()
  const admin = { role: 'admin', status: 'active', passwordHash: 'x' } as const
  await UserModel.create([
    { ...admin, name: 'Ada', email: 'ada@kerbside.test' },
    { ...admin, name: 'Bob', email: 'bob@kerbside.test' },
  ])
  const told = () => DeliveryModel.countDocuments({ kind: 'webhook-failing', contractorId })
  await accept()
  sink.behaviour.status = 500
  await send(deps, id)
  expect(await told()).toBe(0)
  for (let round = 0; round < 3; round += 1) {
    clock.advance(hour)
    await send(deps, id)
  }
  expect(await told()).toBe(2)
  sink.behaviour.status = 200
  await send(deps, id)
  expect((await WebhookModel.findById(contractorId).lean())?.failingSince).toBeNull()
})

test('what the homeowner has stopped is not sent any more, and the firm is told instead', async () => {
  const { deps, sink, clock, contractorId, id, accept } = await acceptedLead()
  await accept()
  const stoppedAt = deps.now()
  await LeadModel.updateOne({ _id: 1 }, { sharingStoppedAt: stoppedAt })
  await send(deps, id)
  // The homeowner may undo it for a minute.
  expect(await stored(id)).toMatchObject({ state: 'queued', nextTryAt: new Date(stoppedAt.getTime() + 60_000) })
  clock.advance(60_000)
  await send(deps, id)
  expect(await stored(id)).toMatchObject({ state: 'expired' })
  expect(sink.hooks).toEqual([])
  const stopped = `lead-1-webhook-withdrawn-${contractorId}`
  await DeliveryModel.create({ ...(await stored(id)), _id: stopped, kind: 'webhook-withdrawn', state: 'queued' })
  await send(deps, stopped)
  const { type, data } = JSON.parse(only(sink.hooks).body)
  expect([type, Object.keys(data)]).toEqual(['lead.withdrawn', ['reference', 'withdrawn_at']])
})

test('after a change of the secret both sign for a day', async () => {
  const { deps, sink, clock, secret, contractorId, id, accept } = await acceptedLead()
  await accept()
  const fresh = newWebhookSecret()
  await WebhookModel.updateOne(
    { _id: contractorId },
    [
      {
        $set: {
          oldSealedSecret: '$sealedSecret',
          oldSecretUntil: new Date(Date.now() + 24 * hour),
          sealedSecret: sealSecret(fresh, testSecret),
        },
      },
    ],
    { updatePipeline: true },
  )
  sink.behaviour.status = 500
  await send(deps, id)
  const hook = only(sink.hooks)
  expect(hook.headers['webhook-signature']).toBe(`${signatureOf(fresh, hook)} ${signatureOf(secret, hook)}`)
  clock.advance(25 * hour)
  await send(deps, id)
  const later = sink.hooks[1] as ReceivedHook
  expect(later.headers['webhook-signature']).toBe(signatureOf(fresh, later))
})

test('nothing goes to a private address where that is not permitted', async () => {
  const { deps, sink, id, accept } = await acceptedLead({ WEBHOOKS_TO_PRIVATE: 'off' })
  await accept()
  await WebhookModel.updateMany({}, { url: sink.url.replace('http:', 'https:') })
  await send(deps, id)
  expect(sink.hooks).toEqual([])
  expect((await stored(id)).lastError).toMatch(/not on the public internet/)
})
