import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { MailOutageModel } from '@kerbside/schema/deliveries/mail-outage.model'
import { createProducerRedis } from '@kerbside/schema/events/event.queue'
import { heartbeatKey, storeHeartbeat } from '@kerbside/schema/operation/heartbeat.queue'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../deps.ts'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { currentMailOutage, currentWorkerAbsence, deliveriesOf, retryDelivery } from './deliveries.service.ts'

const app = useTestApp()
let ctx: Context
beforeEach(async () => {
  await app.deps.queues.mail.obliterate({ force: true })
  ctx = app.contextOf((await createSession(await createUser('manager'))).viewer)
})

const failed = { _id: 'lead-1-confirmation', leadId: 1, kind: 'confirmation', state: 'failed', attempts: 8 } as const

test('a failed email is queued again, in its next round', async () => {
  await DeliveryModel.create(failed)
  expect(await retryDelivery(ctx, failed._id)).toMatchObject({ state: 'queued', round: 1, attempts: 8 })
  const [job] = await app.deps.queues.mail.getJobs(['waiting'])
  expect(job?.toJSON()).toMatchObject({ id: 'lead-1-confirmation-send-1', data: { deliveryId: failed._id } })
})

test('asked for twice at once, a failed email is queued once', async () => {
  await DeliveryModel.create(failed)
  const results = await Promise.allSettled([retryDelivery(ctx, failed._id), retryDelivery(ctx, failed._id)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await app.deps.queues.mail.getJobCountByTypes('waiting')).toBe(1)
})

test.each(['queued', 'sending', 'sent', 'accepted'] as const)(
  'an email that is %s is not sent again',
  async (state) => {
    await DeliveryModel.create({ ...failed, state })
    await expect(retryDelivery(ctx, failed._id)).rejects.toMatchObject({ code: 'CONFLICT' })
  },
)

test('an email that does not exist is not found, and a visitor may nothing', async () => {
  await expect(retryDelivery(ctx, 'lead-9-confirmation')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(retryDelivery(app.contextOf(null), failed._id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('an email sent again gets its 72 hours anew', async () => {
  const roundStartedAt = new Date(0)
  await DeliveryModel.create({ ...failed, roundStartedAt, nextTryAt: roundStartedAt })
  const before = Date.now()
  await retryDelivery(ctx, failed._id)
  const { roundStartedAt: since, nextTryAt } = await DeliveryModel.findById(failed._id).lean().orFail()
  expect(since!.getTime()).toBeGreaterThanOrEqual(before)
  expect(nextTryAt!.getTime()).toBeGreaterThan(before)
})

test('the email of an offer that was closed because the address rejected it is not sent again', async () => {
  const offer = {
    _id: 'lead-1-offer-a',
    leadId: 1,
    kind: 'offer',
    contractorId: 'a',
    state: 'failed',
    refused: true,
  } as const
  await DeliveryModel.create(offer)
  await expect(retryDelivery(ctx, offer._id)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await DeliveryModel.findById(offer._id).lean()).toMatchObject({ state: 'failed', round: 0 })
})

test('staff see since when and why the mail server takes no email, and how many wait', async () => {
  expect(await currentMailOutage(ctx)).toBeNull()
  const at = new Date('2026-05-04T13:05:00Z')
  const times = { since: at, lastFailedAt: at, nextTryAt: new Date('2026-05-04T13:20:00Z') }
  await MailOutageModel.create({ _id: 'mail-server', kind: 'refuses-sign-in', lastError: '535 no', ...times })
  await DeliveryModel.create([
    { ...failed, state: 'queued' },
    { ...failed, _id: 'lead-2-confirmation' },
  ])
  expect(await currentMailOutage(ctx)).toMatchObject({ kind: 'refuses-sign-in', since: at, waiting: 1 })
  await expect(currentMailOutage(app.contextOf(null))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('without Redis the email stands as queued, for the sweep to find', async () => {
  await DeliveryModel.create(failed)
  const enqueueAll = () => Promise.reject(new Error('Redis is away'))
  await retryDelivery({ ...ctx, enqueueAll }, failed._id)
  expect(await DeliveryModel.findById(failed._id).lean()).toMatchObject({ state: 'queued', round: 1 })
})

test('the emails of several leads come in the order of the leads', async () => {
  await DeliveryModel.create([
    { _id: 'lead-2-confirmation', leadId: 2, kind: 'confirmation' },
    { _id: 'lead-1-confirmation', leadId: 1, kind: 'confirmation' },
    { _id: 'lead-1-offer-a', leadId: 1, kind: 'offer', contractorId: 'a' },
  ])
  const found = await deliveriesOf(ctx, [2, 3, 1])
  expect(found.map((deliveries) => deliveries.map(({ id }) => id).toSorted())).toEqual([
    ['lead-2-confirmation'],
    [],
    ['lead-1-confirmation', 'lead-1-offer-a'],
  ])
})

const now = new Date('2026-11-20T14:07:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

/** What staff hear of the workers when one reported last so many seconds ago, or never. */
async function absence(reported: number | null, apiStarted = 86_400, changes: Partial<Context> = {}) {
  const { redis, config } = app.deps
  await redis.del(heartbeatKey(config.REDIS_PREFIX))
  if (reported !== null) await storeHeartbeat(redis, config.REDIS_PREFIX, secondsAgo(reported))
  return currentWorkerAbsence({ ...ctx, now: () => now, startedAt: secondsAgo(apiStarted), ...changes })
}

test('after two minutes without a report of a worker it is told since when', async () => {
  expect(await absence(119)).toBeNull()
  expect(await absence(120)).toEqual({ since: secondsAgo(120) })
  expect(await absence(3_600)).toEqual({ since: secondsAgo(3_600) })
})

test('where no worker has ever reported, it is told two minutes after the api has started', async () => {
  expect(await absence(null, 119)).toBeNull()
  expect(await absence(null, 120)).toEqual({ since: secondsAgo(120) })
})

test('a system that has just started says nothing of the time before', async () => {
  expect(await absence(3_600, 119)).toBeNull()
  expect(await absence(3_600, 120)).toEqual({ since: secondsAgo(3_600) })
})

test('nothing is said of the workers while Redis is away', async () => {
  const redis = createProducerRedis('redis://127.0.0.1:1')
  redis.on('error', () => {})
  expect(await absence(3_600, 86_400, { redis })).toBeNull()
  redis.disconnect()
})
