import type { JobName, JobRequest } from '@kerbside/schema/events/event.jobs'
import { exportEnd, exportJob } from '@kerbside/schema/exports/export'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { importEnd, importJob } from '@kerbside/schema/imports/import'
import { LeadImportModel } from '@kerbside/schema/imports/import.model'
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose'
import type { Context } from '../deps.ts'
import { queueStored } from '../events/publish-events.ts'
import { recordJob, type FailedJob, type FailedWork } from './failed-work.ts'

/** Work that a colleague has asked for, stored until its time is over. */
type RequestedRecord = { _id: Types.ObjectId; requestedBy: { name: string }; updatedAt: Date }

type RequestedWork<Stored> = {
  work: JobName
  /** For the audit trail: 'File of leads'. */
  title: string
  /** What a retry changes in the record. */
  restart: (now: Date) => UpdateQuery<Stored>
  job: (restarted: Stored) => JobRequest
}

/** The queues of such work remember no job that has ended: MongoDB has a record of each, with its state. */
function failedRecordsOf<Stored extends RequestedRecord>(
  model: Model<Stored>,
  { work, title, restart, job: jobOf }: RequestedWork<Stored>,
): FailedWork {
  const failed = ({ now }: Context) => ({ state: 'failed', expiresAt: { $gt: now() } }) as QueryFilter<Stored>
  const failedOne = (ctx: Context, id: string) => ({ ...failed(ctx), _id: id }) as QueryFilter<Stored>
  const toJob = ({ _id, requestedBy, updatedAt }: RequestedRecord): FailedJob => ({
    id: String(_id),
    work,
    leadId: null,
    reference: null,
    requestedBy: requestedBy.name,
    error: null,
    attempts: null,
    failedAt: updatedAt,
    canRetry: true,
  })
  return {
    async count(ctx) {
      const count = await model.countDocuments(failed(ctx))
      return { failed: count, retryable: count }
    },
    async list(ctx, offset, limit) {
      const newest = model.find(failed(ctx)).sort({ updatedAt: -1 }).skip(offset).limit(limit)
      return (await newest.lean<Stored[]>()).map(toJob)
    },
    async oldestRetryable(ctx, limit) {
      return (await model.find(failed(ctx)).sort({ updatedAt: 1 }).limit(limit).lean<Stored[]>()).map(toJob)
    },
    async find(ctx, id) {
      if (!/^[\da-f]{24}$/i.test(id)) return null
      const record = await model.findOne(failedOne(ctx, id)).lean<Stored | null>()
      return record && toJob(record)
    },
    async retry(ctx, job) {
      const restarted = await model
        .findOneAndUpdate(failedOne(ctx, job.id), restart(ctx.now()), { returnDocument: 'after' })
        .lean<Stored | null>()
      if (!restarted) return false
      const request = jobOf(restarted)
      await queueStored(ctx, request, request.data)
      await recordJob(ctx, 'job.retried', job, `${title} for ${job.requestedBy}.`)
      return true
    },
    async discard(ctx, { id }, session) {
      const { deletedCount } = await model.deleteOne(failedOne(ctx, id), { session })
      return deletedCount > 0
    },
  }
}

export const failedExports = failedRecordsOf(LeadExportModel, {
  work: 'leads.export',
  title: 'File of leads',
  restart: (now) => ({ state: 'waiting', written: 0, total: null, updatedAt: now, expiresAt: exportEnd(now) }),
  job: ({ _id }) => exportJob(String(_id)),
})

/** A retried import is checked again, and then waits for the person who sent the file. */
export const failedImports = failedRecordsOf(LeadImportModel, {
  work: 'leads.import',
  title: 'Import of a file',
  restart: (now) => ({
    $set: { state: 'checking', processed: 0, updatedAt: now, expiresAt: importEnd(now) },
    $inc: { round: 1 },
  }),
  job: ({ _id, round }) => importJob(String(_id), round),
})
