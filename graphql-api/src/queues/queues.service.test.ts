import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { leadSubmitted } from '@kerbside/schema/events/event.jobs'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { storeHeartbeat } from '@kerbside/schema/operation/heartbeat.queue'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Context } from '../deps.ts'
import { aFile, at, email, inAnHour, submitted, useQueues } from '../testing/queues.ts'
import { createSession, createTestApp, createUser, testConfig } from '../testing/test-app.ts'
import {
  discardJob,
  failedCursorOf,
  listFailedJobs,
  queueOverview,
  retryFailedJobs,
  retryJob,
} from './queues.service.ts'

const { app, queues, redis, config, begin, fail } = useQueues()
let ctx: Context
beforeEach(async () => {
  ctx = await begin()
})

test('an admin sees what waits and what failed in each queue, and the age of the oldest job', async () => {
  await queues.leads.add('lead.submitted', { leadId: 1 }, { jobId: 'lead-1-submitted', timestamp: at.getTime() })
  await queues.leads.add('lead.submitted', { leadId: 2 }, { jobId: 'lead-2-submitted' })
  await queues.leads.add('lead.submitted', { leadId: 3 }, { jobId: 'lead-3-submitted', delay: 60_000 })
  await DeliveryModel.create([
    { ...email, _id: 'a' },
    { ...email, _id: 'b', leadId: null, userId: 'u', kind: 'invitation' },
    { ...email, _id: 'c', state: 'queued', attempts: 2 },
  ])
  await LeadExportModel.create([
    { ...aFile, expiresAt: inAnHour() },
    { ...aFile, expiresAt: at },
  ])
  expect((await queueOverview(ctx)).queues).toEqual([
    { name: 'leads', waiting: 2, delayed: 1, active: 0, failed: 0, retryable: 0, oldestWaitingAt: at },
    { name: 'mail', waiting: 0, delayed: 1, active: 0, failed: 2, retryable: 1, oldestWaitingAt: null },
    { name: 'webhooks', waiting: 0, delayed: 0, active: 0, failed: 0, retryable: 0, oldestWaitingAt: null },
    { name: 'push', waiting: 0, delayed: 0, active: 0, failed: 0, retryable: 0, oldestWaitingAt: null },
    { name: 'exports', waiting: 0, delayed: 0, active: 0, failed: 1, retryable: 1, oldestWaitingAt: null },
    { name: 'imports', waiting: 0, delayed: 0, active: 0, failed: 0, retryable: 0, oldestWaitingAt: null },
    { name: 'periodic', waiting: 0, delayed: 0, active: 0, failed: 0, retryable: 0, oldestWaitingAt: null },
  ])
})

test('an admin sees what is not queued yet, and whether a worker reports', async () => {
  expect(await queueOverview(ctx)).toMatchObject({
    isRedisAway: false,
    redisMayEvict: false,
    worker: 'absent',
    workerReportedAt: null,
    unpublishedLeads: 0,
    oldestUnpublishedAt: null,
  })
  await LeadModel.create([
    aLead(1, { outbox: [leadSubmitted(1, at)] }),
    aLead(2, { outbox: [leadSubmitted(2, new Date(at.getTime() + 1))] }),
    aLead(3, { outbox: [leadSubmitted(3, new Date())] }), // the api may be about to queue it
  ])
  const now = new Date()
  await storeHeartbeat(redis, config.REDIS_PREFIX, now)
  const overview = { worker: 'reporting', workerReportedAt: now, unpublishedLeads: 2, oldestUnpublishedAt: at }
  expect(await queueOverview(ctx)).toMatchObject(overview)
  const later = () => new Date(now.getTime() + 120_000)
  expect(await queueOverview({ ...ctx, now: later })).toMatchObject({ worker: 'absent', workerReportedAt: now })
})

test('failed jobs are listed newest first, page by page, each with its lead and its error in one line', async () => {
  const { reference } = await LeadModel.create(aLead(2))
  await fail(submitted(1), submitted(2), submitted(3))
  const first = await listFailedJobs(ctx, 'leads', { first: 2 })
  expect(first).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  expect(first.records.map(({ id }) => id)).toEqual(['lead-3-submitted', 'lead-2-submitted'])
  expect(first.records[1]).toMatchObject({
    work: 'lead.submitted',
    leadId: 2,
    reference,
    error: 'The firm could not be read',
    attempts: 1,
    canRetry: true,
  })
  expect(first.records[0]).toMatchObject({ leadId: 3, reference: null })
  expect(await first.total()).toBe(3)
  const second = await listFailedJobs(ctx, 'leads', { first: 2, after: failedCursorOf(first.records[1]!) })
  expect(second).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  expect(second.records.map(({ id }) => id)).toEqual(['lead-1-submitted'])
})

test('emails and files that failed are listed too, and those that nobody can retry say so', async () => {
  const { reference } = await LeadModel.create(aLead(1))
  await DeliveryModel.create([
    { ...email, _id: 'late' },
    { ...email, _id: 'closed', kind: 'offer', refused: true, contractorId: 'x' },
    { ...email, _id: 'user', leadId: null, userId: 'u', kind: 'invitation' },
    { ...email, _id: 'colleague', userId: 'u', kind: 'mention' },
    { ...email, _id: 'sent', state: 'sent' },
  ])
  const { records } = await listFailedJobs(ctx, 'mail', {})
  const canRetry = Object.fromEntries(records.map((job) => [job.id, job.canRetry]))
  expect(canRetry).toEqual({ late: true, closed: false, user: false, colleague: false })
  expect(records.find(({ id }) => id === 'late')).toMatchObject({
    work: 'confirmation',
    reference,
    error: '550 no such user',
    attempts: 8,
  })
  await LeadExportModel.create({ ...aFile, expiresAt: inAnHour() })
  expect((await listFailedJobs(ctx, 'exports', {})).records).toMatchObject([
    { work: 'leads.export', requestedBy: 'Ada', leadId: null, attempts: null, failedAt: at },
  ])
})

test.each([
  ['leads', 'lead-9-submitted'],
  ['leads', 'meta'],
  ['leads', ''],
  ['mail', 'lead-9-confirmation'],
  ['exports', '65f000000000000000000042'],
  ['exports', 'nonsense'],
] as const)('in the queue %s the job %j is not found, and named', async (queue, id) => {
  const named = { code: 'NOT_FOUND', message: expect.stringContaining(`The queue ${queue} has no failed job ${id}`) }
  await expect(retryJob(ctx, queue, id)).rejects.toMatchObject(named)
  await expect(discardJob(ctx, queue, id, { reason: 'Not needed' })).rejects.toMatchObject(named)
})

test('an unknown queue and a cursor of another list are named', async () => {
  const { token } = await createSession(await createUser('admin'))
  const query = 'query ($queue: QueueName!, $after: String) { failedJobs(queue: $queue, after: $after) { totalCount } }'
  const fieldsOf = async (variables: object) =>
    Object.keys((await app.graphql(query, variables, token)).errors?.[0]?.extensions['fields'] ?? {})
  expect(await fieldsOf({ queue: 'POST' })).toEqual(['queue'])
  expect(await fieldsOf({ queue: 'LEADS', after: 'bGVhZHMgMQ' })).toEqual(['after'])
})

test('without Redis an admin sees that it is away, and what MongoDB knows is there all the same', async () => {
  const cut = createTestApp(testConfig({ REDIS_URL: 'redis://127.0.0.1:1' }))
  onTestFinished(() => cut.close())
  const away = cut.contextOf(ctx.viewer)
  await DeliveryModel.create({ ...email, _id: 'lead-1-confirmation' })
  const unknown = { waiting: null, delayed: null, active: null, oldestWaitingAt: null }
  expect(await queueOverview(away)).toMatchObject({
    isRedisAway: true,
    redisMayEvict: null,
    worker: 'unknown',
    queues: [
      { name: 'leads', ...unknown, failed: null, retryable: null },
      { name: 'mail', ...unknown, failed: 1, retryable: 1 },
      { name: 'webhooks', ...unknown, failed: 0, retryable: 0 },
      { name: 'push', ...unknown, failed: 0, retryable: 0 },
      { name: 'exports', ...unknown, failed: 0, retryable: 0 },
      { name: 'imports', ...unknown, failed: 0, retryable: 0 },
      { name: 'periodic', ...unknown, failed: 0, retryable: 0 },
    ],
  })
  const unavailable = { code: 'UNAVAILABLE', message: expect.stringContaining('Redis is away') }
  await expect(listFailedJobs(away, 'leads', {})).rejects.toMatchObject(unavailable)
  await expect(retryJob(away, 'leads', 'lead-1-submitted')).rejects.toMatchObject(unavailable)
  await expect(retryFailedJobs(away, 'leads')).rejects.toMatchObject(unavailable)
  await expect(discardJob(away, 'leads', 'lead-1-submitted', { reason: 'Not now' })).rejects.toMatchObject(unavailable)
  expect((await listFailedJobs(away, 'mail', {})).records).toHaveLength(1)
})
