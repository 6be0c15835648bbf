import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import {
  jobOfEvent,
  leadReopened,
  leadSubmitted,
  offerDecided,
  offersChanged,
  quoteSent,
} from '@kerbside/schema/events/event.jobs'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { LeadImportModel } from '@kerbside/schema/imports/import.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../deps.ts'
import { aFile, at, audit, email, inAnHour, submitted, useQueues } from '../testing/queues.ts'
import { discardJob, listFailedJobs, retryFailedJobs, retryJob } from './queues.service.ts'

const { queues, begin, leadWorker, fail } = useQueues()
let ctx: Context
beforeEach(async () => {
  ctx = await begin()
})

test('a retried job about a lead runs again, once however often it is asked for', async () => {
  await LeadModel.create(aLead(1))
  await fail(submitted(1))
  const results = await Promise.allSettled([1, 2, 3].map(() => retryJob(ctx, 'leads', 'lead-1-submitted')))
  expect(results.map(({ status }) => status)).toContain('fulfilled')
  expect(await queues.leads.getJobCounts('waiting', 'failed')).toEqual({ waiting: 1, failed: 0 })
  const worker = leadWorker(() => Promise.resolve())
  await expect.poll(() => queues.leads.getCompletedCount()).toBe(1)
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

const later = new Date(at.getTime() + 1)

test('the work of a discarded job is not due any more, and that of others is', async () => {
  const events = [
    leadSubmitted(1, at),
    leadReopened(2, at),
    quoteSent(3, at),
    offerDecided('offer.accepted', 4, 'a', at),
    offersChanged('offer.made', 5, at),
  ]
  const others = [offerDecided('offer.accepted', 4, 'b', at), offersChanged('offer.made', 5, later)]
  await LeadModel.create(
    events.map((event, index) => {
      const outbox = [event, ...others.slice(index - 3, index - 2)]
      return aLead(index + 1, { dispatchedAt: index === 0 ? null : at, outbox: index < 3 ? [event] : outbox })
    }),
  )
  const requests = events.map((event, index) => jobOfEvent(index + 1, event))
  await fail(...requests)
  for (const { jobId } of requests) await discardJob(ctx, 'leads', jobId, { reason: 'Settled by phone' })

  const leads = await LeadModel.find().sort({ _id: 1 }).lean()
  expect(leads.map(({ outbox }) => outbox.map(({ id }) => id))).toEqual([[], [], [], ...others.map(({ id }) => [id])])
  expect(leads[0]?.dispatchedAt).toBeInstanceOf(Date)
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
