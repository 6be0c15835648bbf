import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { redisUrl, useDatabase } from '@kerbside/schema/testing/database'
import { expect, onTestFinished, test } from 'vitest'
import { startMailSink } from '../testing/mail-sink.ts'
import { heldConnection } from '../../../tools/testing/held-connection.ts'
import { ownRedis } from '../../../tools/testing/redis-process.ts'
import { addFirms, addWaitingLead, until } from '../testing/test-worker.ts'
import { startWorkerProcess } from '../testing/worker-process.ts'

useDatabase()

const [before, during, emailsBefore] = [10, 3, 12]

async function system(settings: Record<string, string> = {}) {
  const sink = await startMailSink()
  const redis = await ownRedis()
  const worker = startWorkerProcess({
    REDIS_URL: redis.url,
    SMTP_URL: sink.url,
    MAIL_CLAIM_SECONDS: '2',
    SWEEP_EVERY_SECONDS: '1',
    SWEEP_AFTER_SECONDS: '3',
    LOG_LEVEL: 'info',
    ...settings,
  })
  onTestFinished(async () => {
    await worker.kill()
    await redis.remove()
    await sink.stop()
  })
  return { sink, redis, worker }
}

test('a lead taken in while Redis was away is emailed once when it is back', async () => {
  const { sink, redis, worker } = await system()
  await addFirms(7)
  await addWaitingLead(1)
  await until(() => worker.output().includes('Redis is away'))
  expect((await LeadModel.findById(1).lean().orFail()).outbox).toHaveLength(1)
  expect(sink.emails).toEqual([])

  await redis.start()
  await until(() => sink.emails.length >= 6)
  await until(async () => (await DeliveryModel.countDocuments({ state: 'sent' })) === 6)
  expect(sink.emails).toHaveLength(6)
  expect((await LeadModel.findById(1).lean().orFail()).outbox).toEqual([])
})

test('Redis killed and started again under a running worker: every email goes out once', async () => {
  const { sink, redis, worker } = await system()
  await redis.start()
  await until(() => worker.output().includes('worker ready'))
  await addFirms(7, { dailyCap: 1_000 })
  sink.behaviour.delayMs = 30
  for (let id = 1; id <= before; id += 1) await addWaitingLead(id, { email: `homeowner-${id}@example.com` })
  await until(() => sink.emails.length >= emailsBefore)
  const outages = () => worker.output().split('Redis is away').length
  const known = outages()
  await redis.kill()
  for (let id = before + 1; id <= before + during; id += 1)
    await addWaitingLead(id, { email: `homeowner-${id}@example.com` })
  await until(() => outages() > known)
  await redis.start()

  const expected = (before + during) * 6
  await until(async () => (await DeliveryModel.countDocuments({ state: 'sent' })) === expected)
  // Nobody was killed in the middle of an email, so there are no copies at all.
  expect(sink.emails).toHaveLength(expected)
  expect(new Set(sink.emails.map(({ messageId }) => messageId)).size).toBe(expected)
  expect(await worker.stop()).toBe(0)
})

test('Redis killed and started again empty, with events acknowledged and emails queued: every email goes out once', async () => {
  const { sink, redis, worker } = await system()
  await redis.start()
  await until(() => worker.output().includes('worker ready'))
  await addFirms(7, { dailyCap: 1_000 })
  sink.behaviour.delayMs = 300
  for (let id = 1; id <= before; id += 1) await addWaitingLead(id, { email: `homeowner-${id}@example.com` })
  const acknowledged = { 'outbox.0': { $exists: false } }
  await until(async () => sink.emails.length > 0 && (await LeadModel.countDocuments(acknowledged)) === before)
  await redis.kill()
  expect(await DeliveryModel.countDocuments({ state: 'sent' })).toBeLessThan(before * 6)
  await redis.startEmpty()

  const expected = before * 6
  await until(async () => (await DeliveryModel.countDocuments({ state: 'sent' })) === expected)
  expect(new Set(sink.emails.map(({ messageId }) => messageId)).size).toBe(expected)
  expect(sink.emails).toHaveLength(expected)
  await until(async () => (await LeadModel.countDocuments({ dispatchedAt: null })) === 0)
  expect(await worker.stop()).toBe(0)
})

test('a worker without Redis stops when asked to', async () => {
  const { worker } = await system()
  await until(() => worker.output().includes('Redis is away'))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await worker.stop()).toBe(0)
})

test('a worker to which Redis leaves a command unanswered stops when asked to', async () => {
  const way = await heldConnection('127.0.0.1', Number(new URL(redisUrl()).port))
  onTestFinished(way.close)
  const { worker } = await system({ REDIS_URL: `redis://127.0.0.1:${way.port}` })
  await until(() => worker.output().includes('worker ready'))
  // What takes the next job of a queue: of the commands of a worker it has no time limit.
  way.delay((sent) => /:limiter/.test(sent.toString()))
  await until(() => way.isDelayed())
  expect(await worker.stop()).toBe(0)
})

test('a worker without MongoDB waits for it and stops when asked to', async () => {
  const { worker } = await system({ MONGODB_URI: 'mongodb://127.0.0.1:1/nowhere' })
  await until(() => worker.output().includes('MongoDB is away'))
  expect(await worker.stop()).toBe(0)
})
