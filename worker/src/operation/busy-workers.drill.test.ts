import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { leadSubmitted } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { cuttable, targetOf } from '@kerbside/schema/testing/cuttable'
import { newRedisPrefix, redisUrl, useDatabase } from '@kerbside/schema/testing/database'
import { aLead, ownContact } from '@kerbside/schema/testing/factories'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { startMailSink } from '../testing/mail-sink.ts'
import { addFirms, runningWorker, until, useWorkers } from '../testing/test-worker.ts'
import { startWorkerProcess } from '../testing/worker-process.ts'

useDatabase()
useWorkers()

const concurrency = 3
const emailsPerLead = 6 // the confirmation and five offers
const [leads, claimSeconds, claimsHeld, emailsBefore] = [12, 2, 3, 24]
const emails = leads * emailsPerLead

/** Leads as the api leaves them. */
async function addLeads() {
  const at = new Date(Date.now() - 10_000)
  await LeadModel.insertMany(
    Array.from({ length: leads }, (_, index) =>
      aLead(index + 1, { ...ownContact(index + 1), createdAt: new Date(), outbox: [leadSubmitted(index + 1, at)] }),
    ),
  )
}

/** Workers, firms for all leads, and a mail server. */
async function busySystem(changes: Record<string, string> = {}) {
  const sink = await startMailSink({ readLater: true })
  const settings = {
    REDIS_PREFIX: newRedisPrefix(),
    SMTP_URL: sink.url,
    WORKER_CONCURRENCY: String(concurrency),
    MAIL_CLAIM_SECONDS: String(claimSeconds),
    SWEEP_EVERY_SECONDS: '1',
    SWEEP_AFTER_SECONDS: '3',
    LOG_LEVEL: 'info',
    ...changes,
  }
  onTestFinished(async () => {
    await sink.stop()
    const redis = new Redis(redisUrl())
    const keys = await redis.keys(`${settings.REDIS_PREFIX}:*`)
    if (keys.length > 0) await redis.del(keys)
    redis.disconnect()
  })
  await addFirms(9, { dailyCap: 1_000 })
  const start = () => {
    const worker = startWorkerProcess(settings)
    onTestFinished(async () => void (await worker.kill()))
    return worker
  }
  return { sink, start, settings }
}

type Sink = Awaited<ReturnType<typeof startMailSink>>
const sent = () => DeliveryModel.countDocuments({ state: 'sent' })

async function expectAllThere(sink: Sink) {
  const ids = (await DeliveryModel.distinct('_id')).map((id) => `<${String(id)}@kerbside.example>`)
  expect([...new Set(sink.emails.map(({ messageId }) => messageId))].toSorted()).toEqual(ids.toSorted())
  const count = ids.length / emailsPerLead
  expect(await LeadModel.countDocuments({ offers: { $size: 5 } })).toBe(count)
  // A worker that was killed may have queued the emails of a lead and not finished it: another does so later.
  await until(async () => (await LeadModel.countDocuments({ dispatchedAt: { $ne: null } })) === count)
}

test('one of two busy workers is killed: the other sends every email, and copies are at most those in flight', async () => {
  const { sink, start } = await busySystem()
  sink.behaviour.delayMs = 20
  const [killed, survivor] = [start(), start()]
  for (const worker of [killed, survivor]) await until(() => worker.output().includes('worker ready'))
  sink.holdAfter(emailsBefore)
  await addLeads()
  // More than one worker can have under way, so the one that is killed has some of them.
  await until(() => sink.emails.length >= emailsBefore + 2 * concurrency)
  await until(async () => (await sent()) === emailsBefore)
  await killed.kill()
  sink.release()

  await until(async () => (await sent()) === emails)
  await expectAllThere(sink)
  const copies = sink.emails.length - emails
  expect(copies).toBeGreaterThan(0)
  expect(copies).toBeLessThanOrEqual(concurrency)
  expect(await survivor.stop()).toBe(0)
})

test('MongoDB cut off from a busy worker for longer than a claim lasts: every email is there once', async () => {
  const mongo = await cuttable(targetOf(process.env['MONGODB_URI'] ?? ''))
  const uri = `mongodb://127.0.0.1:${mongo.port}/${mongoose.connection.name}?directConnection=true`
  const { sink, start } = await busySystem({ MONGODB_URI: uri })
  onTestFinished(() => mongo.cut())
  await addLeads()
  sink.behaviour.delayMs = 20
  sink.holdAfter(emailsBefore)
  const worker = start()
  await until(() => sink.emails.length >= emailsBefore + concurrency)
  await mongo.cut()
  sink.release()
  // The server says yes to emails whose result cannot be written down.
  expect(sink.emails.length - (await sent())).toBeGreaterThan(0)
  expect(await sent()).toBeLessThan(emails)
  const runOut = {
    state: 'sending' as const,
    claimedUntil: { $lte: new Date(Date.now() + claimSeconds * 1_000 + 1_000) },
  }
  expect(await DeliveryModel.countDocuments(runOut)).toBeGreaterThan(0)
  await until(async () => (await DeliveryModel.countDocuments({ ...runOut, claimedUntil: { $gt: new Date() } })) === 0)

  await mongo.mend()
  await until(async () => (await sent()) === emails)
  await expectAllThere(sink)
  expect(sink.emails).toHaveLength(emails)
  expect(await worker.stop()).toBe(0)
})

test('a worker stopped while a slow mail server has an email waits for the answer, and no other sends it again', async () => {
  const { sink, start, settings } = await busySystem({ MAIL_CLAIM_SECONDS: '1' })
  const outbox = [leadSubmitted(1, new Date(0))]
  await LeadModel.create(aLead(1, { createdAt: new Date(), outbox, trade: 'coach-hire' }))
  sink.holdAfter(0)
  const worker = start()
  await until(() => sink.emails.length === 1)
  await runningWorker(settings) // would take the email if it were given up
  const stopped = worker.stop()
  const claimedUntil = async () => (await DeliveryModel.findById('lead-1-confirmation').lean())?.claimedUntil ?? 0
  const first = Number(await claimedUntil())
  await until(async () => Number(await claimedUntil()) > first + claimsHeld * 1_000)
  sink.release()
  expect(await stopped).toBe(0)
  expect((await DeliveryModel.findById('lead-1-confirmation').lean().orFail()).state).toBe('sent')
  expect(sink.emails).toHaveLength(1)
})
