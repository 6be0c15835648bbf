import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { createWorkerRedis } from '@kerbside/schema/events/event.queue'
import {
  jobOf,
  leadReopened,
  leadSubmitted,
  offerDecided,
  offersChanged,
  queueNames,
  quoteSent,
  type JobRequest,
} from '@kerbside/schema/events/event.jobs'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { LeadImportModel } from '@kerbside/schema/imports/import.model'
import { LeadSearchModel } from '@kerbside/schema/leads/lead-search.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { heartbeatKey, storeHeartbeat } from '@kerbside/schema/operation/heartbeat.queue'
import { redisUrl } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import { Worker } from 'bullmq'
import { Types } from 'mongoose'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Context } from '../deps.ts'
import { createSession, createTestApp, createUser, testConfig, useTestApp } from '../testing/test-app.ts'
import {
  discardJob,
  failedCursorOf,
  listFailedJobs,
  queueOverview,
  retryFailedJobs,
  retryJob,
} from './queues.service.ts'

const app = useTestApp()
const { queues, redis, config } = app.deps
let ctx: Context
beforeEach(async () => {
  for (const name of queueNames) await queues[name].obliterate({ force: true })
  await redis.del(heartbeatKey(config.REDIS_PREFIX))
  ctx = app.contextOf((await createSession(await createUser('admin'))).viewer)
})

const at = new Date('2026-11-20T10:00:00Z')
const submitted = (leadId: number) => jobOf(leadId, leadSubmitted(leadId, at))

/** A worker of the queue of leads that does this with each job; `runs` has the id of each run. */
function leadWorker(job: () => Promise<void>) {
  const runs: string[] = []
  const connection = createWorkerRedis(redisUrl())
  const run = async ({ id }: { id?: string | undefined }) => {
    runs.push(String(id))
    await job()
  }
  const worker = new Worker('leads', run, { connection, prefix: config.REDIS_PREFIX })
  const close = async () => {
    await worker.close()
    connection.disconnect()
  }
  return { runs, close }
}

/** Jobs about leads whose every try failed, in this order. */
async function fail(...requests: JobRequest[]): Promise<void> {
  const worker = leadWorker(() => Promise.reject(new Error('The firm\n could not be read')))
  for (const [index, { name, data, jobId }] of requests.entries()) {
    await queues.leads.add(name, data, { jobId, attempts: 1 })
    await expect.poll(() => queues.leads.getFailedCount(), { timeout: 60_000 }).toBe(index + 1)
  }
  await worker.close()
}

const email = { leadId: 1, kind: 'confirmation', state: 'failed', attempts: 8, lastError: '550 no such user' } as const
const aFile = { requestedBy: { id: 'x', name: 'Ada' }, state: 'failed', createdAt: at, updatedAt: at } as const
const inAnHour = () => new Date(Date.now() + 3_600_000)
const audit = async () =>
  (await AuditEntryModel.find().sort({ at: 1 }).lean()).map(({ action, subject, details }) => ({
    action,
    label: subject.label,
    details,
  }))

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
    { name: 'exports', waiting: 0, delayed: 0, active: 0, failed: 1, retryable: 1, oldestWaitingAt: null },
    { name: 'imports', waiting: 0, delayed: 0, active: 0, failed: 0, retryable: 0, oldestWaitingAt: null },
  ])
})

test('an admin sees what is not queued yet, and whether a worker reports', async () => {
  expect(await queueOverview(ctx)).toMatchObject({
    isRedisAway: false,
    worker: 'absent',
    workerReportedAt: null,
    unpublishedLeads: 0,
    oldestUnpublishedAt: null,
  })
  await LeadModel.create([
    aLead(1, { outbox: [leadSubmitted(1, at)] }),
    aLead(2, { outbox: [leadSubmitted(2, new Date())] }),
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

test('a retried job about a lead runs again, once however often it is asked for', async () => {
  await LeadModel.create(aLead(1))
  await fail(submitted(1))
  const results = await Promise.allSettled([1, 2, 3].map(() => retryJob(ctx, 'leads', 'lead-1-submitted')))
  expect(results.map(({ status }) => status)).toContain('fulfilled')
  expect(await queues.leads.getJobCounts('waiting', 'failed')).toEqual({ waiting: 1, failed: 0 })
  const worker = leadWorker(() => Promise.resolve())
  await expect.poll(() => queues.leads.getCompletedCount(), { timeout: 60_000 }).toBe(1)
  await worker.close()
  expect(worker.runs).toEqual(['lead-1-submitted'])
  await expect(retryJob(ctx, 'leads', 'lead-1-submitted')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a retry is recorded under the lead’s reference', async () => {
  const { reference } = await LeadModel.create(aLead(1))
  await fail(submitted(1))
  await retryJob(ctx, 'leads', 'lead-1-submitted')
  expect(await audit()).toEqual([{ action: 'job.retried', label: reference, details: 'Job lead-1-submitted.' }])
})

test('a retried email goes out in its next round, one to a user does not', async () => {
  await DeliveryModel.create([
    { ...email, _id: 'lead-1-confirmation' },
    { ...email, _id: 'user-u-invitation-1', leadId: null, userId: 'u', kind: 'invitation' },
  ])
  await retryJob(ctx, 'mail', 'lead-1-confirmation')
  expect(await DeliveryModel.findById('lead-1-confirmation').lean()).toMatchObject({ state: 'queued', round: 1 })
  expect((await queues.mail.getJobs(['waiting'])).map(({ id }) => id)).toEqual(['lead-1-confirmation-send-1'])
  await expect(retryJob(ctx, 'mail', 'user-u-invitation-1')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a retried file is written anew, with another hour', async () => {
  const { id } = await LeadExportModel.create({ ...aFile, written: 200, total: 900, expiresAt: inAnHour() })
  await retryJob(ctx, 'exports', id)
  const record = await LeadExportModel.findById(id).lean().orFail()
  expect(record).toMatchObject({ state: 'waiting', written: 0, total: null })
  expect((await queues.exports.getJobs(['waiting'])).map((job) => job.id)).toEqual([`export-${id}`])
  await expect(retryJob(ctx, 'exports', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await audit()).toMatchObject([{ action: 'job.retried', details: 'File of leads for Ada.' }])
})

test('a retried import is checked again, and a discarded one is gone', async () => {
  const anImport = {
    ...aFile,
    fileName: 'leads.csv',
    delimiter: ',',
    rows: 1,
    columns: [{ name: 'Email', sample: '', field: 'email' }],
    form: {},
    fileId: new Types.ObjectId(),
    expiresAt: inAnHour(),
  }
  const { id: first } = await LeadImportModel.create(anImport)
  const { id: second } = await LeadImportModel.create(anImport)
  expect((await listFailedJobs(ctx, 'imports', {})).records).toHaveLength(2)
  await retryJob(ctx, 'imports', first)
  expect(await LeadImportModel.findById(first).lean()).toMatchObject({ state: 'checking', round: 1 })
  expect((await queues.imports.getJobs(['waiting'])).map((job) => job.id)).toEqual([`import-${first}-1`])
  await expect(retryJob(ctx, 'imports', first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await discardJob(ctx, 'imports', second, { reason: 'Sent again' })
  expect(await LeadImportModel.findById(second)).toBeNull()
  expect(await retryFailedJobs(ctx, 'imports')).toBe(0)
  expect((await audit()).map(({ action }) => action)).toEqual(['job.retried', 'job.discarded'])
})

test('all failed jobs of a queue are retried together, but for those that cannot be', async () => {
  await fail(submitted(1), submitted(2))
  expect(await retryFailedJobs(ctx, 'leads')).toBe(2)
  expect(await queues.leads.getJobCounts('waiting', 'failed')).toEqual({ waiting: 2, failed: 0 })
  await DeliveryModel.create([
    { ...email, _id: 'late' },
    { ...email, _id: 'closed', kind: 'offer', refused: true, contractorId: 'x' },
  ])
  expect(await retryFailedJobs(ctx, 'mail')).toBe(1)
  expect(await DeliveryModel.findById('closed').lean()).toMatchObject({ state: 'failed' })
  expect(await retryFailedJobs(ctx, 'exports')).toBe(0)
})

const offer = (contractorId: string, type: 'offer.accepted' | 'offer.made', when = at) => ({
  contractorId,
  contractorName: 'Firm',
  state: type === 'offer.made' ? ('offered' as const) : ('accepted' as const),
  offeredAt: at,
  expiresAt: inAnHour(),
  decidedAt: type === 'offer.made' ? null : when,
  pendingEvent: { type, at: when },
})
const later = new Date(at.getTime() + 1)

test('the work of a discarded job is not due any more, and that of others is', async () => {
  await LeadModel.create([
    aLead(1, { outbox: [leadSubmitted(1, at)] }),
    aLead(2, { dispatchedAt: at, placesDueSince: at }),
    aLead(3, { dispatchedAt: at, quotesDueSince: at }),
    aLead(4, { dispatchedAt: at, offers: [offer('a', 'offer.accepted'), offer('b', 'offer.accepted')] }),
    aLead(5, { dispatchedAt: at, offers: [offer('a', 'offer.made'), offer('b', 'offer.made', later)] }),
    aLead(6, { dispatchedAt: at, quotesDueSince: later }),
  ])
  const requests = [
    submitted(1),
    jobOf(2, leadReopened(2, at)),
    jobOf(3, quoteSent(3, at)),
    jobOf(4, offerDecided('offer.accepted', 4, 'a', at)),
    jobOf(5, offersChanged('offer.made', 5, at)),
    jobOf(6, quoteSent(6, at)),
  ]
  await fail(...requests)
  for (const { jobId } of requests) await discardJob(ctx, 'leads', jobId, { reason: 'Settled by phone' })

  const leads = await LeadModel.find().sort({ _id: 1 }).lean()
  expect(leads[0]).toMatchObject({ dispatchedAt: expect.any(Date), outbox: [] })
  expect(await LeadSearchModel.exists({ _id: 1 })).not.toBeNull()
  expect(leads[1]?.placesDueSince).toBeUndefined()
  expect(leads[2]?.quotesDueSince).toBeUndefined()
  const pending = (index: number) => leads[index]?.offers.map(({ pendingEvent }) => pendingEvent?.at ?? null)
  expect(pending(3)).toEqual([null, at])
  expect(pending(4)).toEqual([null, later])
  expect(leads[5]?.quotesDueSince).toEqual(later)
  expect(await queues.leads.getJobs()).toEqual([])
})

test('a discarded email and file are gone from the list for good, and the reason is recorded', async () => {
  const { reference } = await LeadModel.create(aLead(1))
  await DeliveryModel.create({ ...email, _id: 'lead-1-confirmation' })
  const { id } = await LeadExportModel.create({ ...aFile, expiresAt: inAnHour() })
  await discardJob(ctx, 'mail', 'lead-1-confirmation', { reason: '  The address\n does not exist ' })
  await discardJob(ctx, 'exports', id, { reason: 'Not needed' })
  expect(await DeliveryModel.findById('lead-1-confirmation').lean()).toMatchObject({ state: 'expired', sentAt: null })
  expect(await LeadExportModel.findById(id)).toBeNull()
  expect(await audit()).toEqual([
    { action: 'job.discarded', label: reference, details: 'Job lead-1-confirmation: The address does not exist' },
    { action: 'job.discarded', label: 'leads.export', details: `Job ${id}: Not needed` },
  ])
  await expect(retryJob(ctx, 'mail', 'lead-1-confirmation')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await retryFailedJobs(ctx, 'mail')).toBe(0)
})

test.each(['', 'no', ' a ', 'x'.repeat(201)])(
  'the reason %j is rejected by name, and nothing is discarded',
  async (reason) => {
    await DeliveryModel.create({ ...email, _id: 'lead-1-confirmation' })
    await expect(discardJob(ctx, 'mail', 'lead-1-confirmation', { reason })).rejects.toMatchObject({
      code: 'INVALID',
      fields: { reason: ['Give a reason of 3 to 200 characters.'] },
    })
    expect(await DeliveryModel.findById('lead-1-confirmation').lean()).toMatchObject({ state: 'failed' })
  },
)

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
    worker: 'unknown',
    queues: [
      { name: 'leads', ...unknown, failed: null, retryable: null },
      { name: 'mail', ...unknown, failed: 1, retryable: 1 },
      { name: 'exports', ...unknown, failed: 0, retryable: 0 },
      { name: 'imports', ...unknown, failed: 0, retryable: 0 },
    ],
  })
  const unavailable = { code: 'UNAVAILABLE', message: expect.stringContaining('Redis is away') }
  await expect(listFailedJobs(away, 'leads', {})).rejects.toMatchObject(unavailable)
  await expect(retryJob(away, 'leads', 'lead-1-submitted')).rejects.toMatchObject(unavailable)
  await expect(retryFailedJobs(away, 'leads')).rejects.toMatchObject(unavailable)
  await expect(discardJob(away, 'leads', 'lead-1-submitted', { reason: 'Not now' })).rejects.toMatchObject(unavailable)
  expect((await listFailedJobs(away, 'mail', {})).records).toHaveLength(1)
})
