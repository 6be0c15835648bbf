import { importEnd, importJob } from '@kerbside/schema/imports/import'
import { LeadImportModel, type LeadImportRecord } from '@kerbside/schema/imports/import.model'
import type { Context } from '../deps.ts'
import { queueStored } from '../events/publish-events.ts'
import { recordJob, type FailedJob, type FailedWork } from './failed-work.ts'

/** Imports whose file is still there. */
const failedFiles = ({ now }: Context) => ({ state: 'failed' as const, expiresAt: { $gt: now() } })

/** A retried import is checked again, and then waits for the person who sent the file. */
export const failedImports: FailedWork = {
  async count(ctx) {
    const count = await LeadImportModel.countDocuments(failedFiles(ctx))
    return { failed: count, retryable: count }
  },
  async list(ctx, offset, limit) {
    const records = LeadImportModel.find(failedFiles(ctx)).sort({ updatedAt: -1 }).skip(offset).limit(limit)
    return (await records.lean()).map(toFailedImport)
  },
  async oldestRetryable(ctx, limit) {
    return (await LeadImportModel.find(failedFiles(ctx)).sort({ updatedAt: 1 }).limit(limit).lean()).map(toFailedImport)
  },
  async find(ctx, id) {
    if (!/^[\da-f]{24}$/i.test(id)) return null
    const record = await LeadImportModel.findOne({ _id: id, ...failedFiles(ctx) }).lean()
    return record && toFailedImport(record)
  },
  async retry(ctx, job) {
    const now = ctx.now()
    const record = await LeadImportModel.findOneAndUpdate(
      { _id: job.id, ...failedFiles(ctx) },
      { $set: { state: 'checking', processed: 0, updatedAt: now, expiresAt: importEnd(now) }, $inc: { round: 1 } },
      { returnDocument: 'after' },
    ).lean()
    if (!record) return false
    await queueStored(ctx, importJob(job.id, record.round), { importId: job.id })
    await recordJob(ctx, 'job.retried', job, `Import of a file for ${job.requestedBy}.`)
    return true
  },
  async discard(ctx, { id }, session) {
    const { deletedCount } = await LeadImportModel.deleteOne({ _id: id, ...failedFiles(ctx) }, { session })
    return deletedCount > 0
  },
}

const toFailedImport = ({ _id, requestedBy, updatedAt }: LeadImportRecord): FailedJob => ({
  id: String(_id),
  work: 'leads.import',
  leadId: null,
  reference: null,
  requestedBy: requestedBy.name,
  error: null,
  attempts: null,
  failedAt: updatedAt,
  canRetry: true,
})
