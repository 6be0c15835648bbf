import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { saveSettings } from '@kerbside/schema/testing/settings'
import { expect, test } from 'vitest'
import { useMailSink } from '../testing/mail-sink.ts'
import { addLead, runningWorker, testDeps, until, useClock, useWorkers } from '../testing/test-worker.ts'
import { sweep } from '../events/sweep.ts'
import { queueDeliveries, queueDueDeliveries } from './queue-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const confirmation = 'lead-1-confirmation'
const depsFor = (changes: Record<string, string> = {}) => testDeps({ SMTP_URL: sink.url, ...changes })
const stateOf = (id: string) => DeliveryModel.findById(id).lean().orFail()

async function addConfirmation(deps: Parameters<typeof queueDeliveries>[0]) {
  await addLead(1)
  await queueDeliveries(deps, [{ leadId: 1, kind: 'confirmation', contractorId: null }])
}

test('an email is sent once, under its fixed Message-ID, and written down', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  expect(await sendDelivery(deps, confirmation)).toEqual({ kind: 'sent' })
  expect(await sendDelivery(deps, confirmation)).toEqual({ kind: 'dropped' })

  expect(sink.emails).toHaveLength(1)
  const [email] = sink.emails
  expect(email?.to).toBe('aoife@example.com')
  expect(email?.messageId).toBe('<lead-1-confirmation@kerbside.example>')
  expect(email?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(email?.parsed.date).toBeInstanceOf(Date)
  expect(email?.parsed.from?.text).toBe('"Kerbside" <quotes@kerbside.example>')
  expect(email?.text).toContain('KB-')
  expect(email?.html).toContain('KB-')
  const { state, attempts, sentAt, claimedUntil, lastError } = await stateOf(confirmation)
  expect([state, attempts, claimedUntil, lastError]).toEqual(['sent', 1, null, null])
  expect(sentAt).toBeInstanceOf(Date)
})

test('the settings name the sender, and the Message-ID stays as it was', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  await saveSettings(deps.settings, { senderName: 'Drives, Ltd', senderAddress: 'quotes@drives.example' })
  await sendDelivery(deps, confirmation)
  expect(sink.emails[0]?.parsed.from?.value).toEqual([{ name: 'Drives, Ltd', address: 'quotes@drives.example' }])
  expect(sink.emails[0]?.messageId).toBe('<lead-1-confirmation@kerbside.example>')
})

test('of ten workers at once one sends and the others wait for it', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  sink.behaviour.delayMs = 300
  const workers = Array.from({ length: 10 }, () => ({ ...deps, sendingIds: new Set<string>() }))
  const outcomes = await Promise.all(workers.map((worker) => sendDelivery(worker, confirmation)))
  expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'claimed-elsewhere')).toHaveLength(9)
  expect(sink.emails).toHaveLength(1)
})

test('an email whose claim has run out is sent again, under the same Message-ID', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  await DeliveryModel.updateOne(
    { _id: confirmation },
    { state: 'sending', claimedUntil: new Date(Date.now() + 60_000) },
  )
  expect(await sendDelivery(deps, confirmation)).toMatchObject({ kind: 'claimed-elsewhere' })
  await DeliveryModel.updateOne({ _id: confirmation }, { claimedUntil: new Date(Date.now() - 1) })
  expect(await sendDelivery(deps, confirmation)).toEqual({ kind: 'sent' })
  expect(sink.emails.map(({ messageId }) => messageId)).toEqual(['<lead-1-confirmation@kerbside.example>'])
})

test('an email that a killed worker had in hand goes out when its claim has run out, and not before', async () => {
  const deps = await runningWorker({ SMTP_URL: sink.url })
  await addLead(1)
  const claimedUntil = new Date(Date.now() + 1_500)
  await DeliveryModel.create({ _id: confirmation, leadId: 1, kind: 'confirmation', state: 'sending', claimedUntil })
  await deps.enqueueAll([sendJob({ id: confirmation, round: 0 })])
  await until(() => sink.emails.length === 1)
  expect(sink.emails[0]?.at).toBeGreaterThanOrEqual(claimedUntil.getTime())
  await until(async () => (await stateOf(confirmation)).state === 'sent')
})

test('an email rejected for now is tried ever less often, and given up after 72 hours', async () => {
  const deps = await depsFor()
  const clock = useClock(deps)
  await addConfirmation(deps)
  sink.behaviour.rejectRecipient = () => 451
  const waits: number[] = []
  for (let tries = 0; tries < 12; tries += 1) {
    const outcome = await sendDelivery(deps, confirmation)
    const { state, nextTryAt } = await stateOf(confirmation)
    expect([outcome.kind, state]).toEqual(['try-later', 'queued'])
    const waitMs = (nextTryAt?.getTime() ?? 0) - deps.now().getTime()
    waits.push(waitMs)
    clock.advance(waitMs)
  }
  expect(waits[0]).toBeLessThan(5_000)
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(15 * 60_000 * 1.1)
  expect(waits.at(-1)).toBeGreaterThan(12 * 60_000)

  clock.advance(72 * 3_600_000)
  expect(await sendDelivery(deps, confirmation)).toMatchObject({ kind: 'given-up' })
  const { state, lastError, refused } = await stateOf(confirmation)
  expect([state, refused]).toEqual(['failed', false])
  expect(lastError).toContain('451')
  expect(lastError).not.toContain('@')
})

test('an email that is not due yet is not asked for, however often somebody looks', async () => {
  const deps = await runningWorker({ SMTP_URL: sink.url, SWEEP_EVERY_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' })
  const clock = useClock(deps)
  sink.behaviour.rejectRecipient = () => 451
  await addConfirmation(deps)
  const triedAndWaiting = async (tries: number) => {
    const { attempts, state } = await stateOf(confirmation)
    return attempts === tries && state === 'queued'
  }
  await until(() => triedAndWaiting(1))
  clock.advance(600_000)
  await until(() => triedAndWaiting(2))
  await queueDeliveries(deps, [{ leadId: 1, kind: 'confirmation', contractorId: null }])
  await Promise.all([queueDueDeliveries(deps), sweep(deps)])
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect((await stateOf(confirmation)).attempts).toBe(2)
})

test('a rejection for good is tried once more and then given up, and says so without the address', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  sink.behaviour.rejectRecipient = () => 550
  expect(await sendDelivery(deps, confirmation)).toMatchObject({ kind: 'try-later' })
  expect((await stateOf(confirmation)).nextTryAt?.getTime()).toBeLessThan(Date.now() + 15_000)
  expect(await sendDelivery(deps, confirmation)).toMatchObject({ kind: 'given-up' })
  const { state, lastError, refused } = await stateOf(confirmation)
  expect([state, refused]).toEqual(['failed', true])
  expect(lastError).toContain('550')
  expect(lastError).toContain('[address]')
  expect(lastError).not.toContain('@')
})

test('a message rejected after it was read is given up or tried again, by its code', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  sink.behaviour.rejectMessage = () => 452
  expect(await sendDelivery(deps, confirmation)).toMatchObject({ kind: 'try-later' })
  sink.behaviour.rejectMessage = () => 554
  expect(await sendDelivery(deps, confirmation)).toMatchObject({ kind: 'try-later' })
  sink.behaviour.rejectMessage = () => 452
  expect(await sendDelivery(deps, confirmation)).toMatchObject({ kind: 'try-later' })
  sink.behaviour.rejectMessage = () => 554
  for (const kind of ['try-later', 'given-up']) expect(await sendDelivery(deps, confirmation)).toMatchObject({ kind })
})

test('a mail server that never answers is left after the configured time', async () => {
  const deps = await depsFor({ MAIL_TIMEOUT_SECONDS: '1' })
  await addConfirmation(deps)
  sink.behaviour.delayMs = 20_000
  expect(await sendDelivery(deps, confirmation)).toMatchObject({ kind: 'try-later' })
  expect(await stateOf(confirmation)).toMatchObject({ state: 'queued', lastError: expect.stringContaining('Timeout') })
})

test('a mail server that takes several claims to answer gets one copy, whoever else asks for the email', async () => {
  const settings = { SMTP_URL: sink.url, MAIL_CLAIM_SECONDS: '1', REDIS_PREFIX: newRedisPrefix() }
  const deps = await runningWorker(settings)
  const other = await runningWorker(settings)
  sink.behaviour.delayMs = 4_000
  await addConfirmation(deps)
  await until(() => sink.emails.length === 1)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  // As if Redis had lost the running job: only the claim is left to say that somebody has the email.
  const idle = [deps, other].find(({ sendingIds }) => sendingIds.size === 0)
  expect(await sendDelivery(idle!, confirmation)).toEqual({ kind: 'claimed-elsewhere' })
  await until(async () => (await stateOf(confirmation)).state === 'sent')
  expect(sink.emails).toHaveLength(1)
  expect((await stateOf(confirmation)).attempts).toBe(1)
})

test('this process never takes an email from itself, even when the claim could not be renewed', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  sink.behaviour.delayMs = 500
  const first = sendDelivery(deps, confirmation)
  await until(() => sink.emails.length === 1)
  await DeliveryModel.updateOne({ _id: confirmation }, { claimedUntil: new Date(0) })
  expect(await sendDelivery(deps, confirmation)).toEqual({ kind: 'claimed-elsewhere' })
  expect(await first).toEqual({ kind: 'sent' })
  expect(sink.emails).toHaveLength(1)
})

test('an email of a kind that only a newer release knows waits untouched', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  await DeliveryModel.collection.updateOne({ _id: confirmation as never }, { $set: { kind: 'of-tomorrow' } })
  await sendDelivery(deps, confirmation)
  await queueDueDeliveries(deps)
  expect(await DeliveryModel.findById(confirmation).lean()).toMatchObject({ state: 'queued', attempts: 0 })
  await DeliveryModel.updateOne({ _id: confirmation }, { kind: 'confirmation' })
  expect(await sendDelivery(deps, confirmation)).toEqual({ kind: 'sent' })
})

test('the emails of a deleted lead are dropped', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  await LeadModel.deleteOne({ _id: 1 })
  expect(await sendDelivery(deps, confirmation)).toEqual({ kind: 'dropped' })
  expect(await DeliveryModel.countDocuments({})).toBe(0)
  expect(sink.emails).toEqual([])
})
