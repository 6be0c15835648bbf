import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../deps.ts'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { deliveriesOf, retryDelivery } from './deliveries.service.ts'

const app = useTestApp()
let ctx: Context
beforeEach(async () => {
  await app.deps.queues.mail.obliterate({ force: true })
  ctx = app.contextOf((await createSession(await createUser('manager'))).viewer)
})

const failed = { _id: 'lead-1-confirmation', leadId: 1, kind: 'confirmation', state: 'failed', attempts: 8 } as const

test('a failed mail is queued again, in its next round', async () => {
  await DeliveryModel.create(failed)
  expect(await retryDelivery(ctx, failed._id)).toMatchObject({ state: 'queued', round: 1, attempts: 8 })
  const [job] = await app.deps.queues.mail.getJobs(['waiting'])
  expect(job?.toJSON()).toMatchObject({ id: 'lead-1-confirmation-send-1', data: { deliveryId: failed._id } })
})

test('asked for twice at once, a failed mail is queued once', async () => {
  await DeliveryModel.create(failed)
  const results = await Promise.allSettled([retryDelivery(ctx, failed._id), retryDelivery(ctx, failed._id)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await app.deps.queues.mail.getJobCountByTypes('waiting')).toBe(1)
})

test.each(['queued', 'sending', 'sent', 'accepted'] as const)('a mail that is %s is not sent again', async (state) => {
  await DeliveryModel.create({ ...failed, state })
  await expect(retryDelivery(ctx, failed._id)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a mail that does not exist is not found, and a visitor may nothing', async () => {
  await expect(retryDelivery(ctx, 'lead-9-confirmation')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(retryDelivery(app.contextOf(null), failed._id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('without Redis the mail stands as queued, for the sweep to find', async () => {
  await DeliveryModel.create(failed)
  const enqueueAll = () => Promise.reject(new Error('Redis is away'))
  await retryDelivery({ ...ctx, enqueueAll }, failed._id)
  expect(await DeliveryModel.findById(failed._id).lean()).toMatchObject({ state: 'queued', round: 1 })
})

test('the mails of several leads come in the order of the leads', async () => {
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
