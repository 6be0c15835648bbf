import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { exportEnd, exportJob } from '@kerbside/schema/exports/export'
import { LeadExportModel, type LeadExportRecord } from '@kerbside/schema/exports/export.model'
import type { Context } from '../deps.ts'
import { resendableDeliveries, retryDelivery } from '../deliveries/deliveries.service.ts'
import { queueStored } from '../events/publish-events.ts'
import { oneLine, recordJob, referencesOf, type FailedJob, type FailedWork } from './failed-work.ts'

// The queues of emails and of files remember no job that has ended: MongoDB has a record of each email and file, with its
// state.

const failed = { state: 'failed' } as const

export const failedEmails: FailedWork = {
  async count() {
    const [all, retryable] = await Promise.all([
      DeliveryModel.countDocuments(failed),
      DeliveryModel.countDocuments(resendableDeliveries),
    ])
    return { failed: all, retryable }
  },
  async list(_ctx, offset, limit) {
    return emailsOf(await DeliveryModel.find(failed).sort({ updatedAt: -1 }).skip(offset).limit(limit).lean())
  },
  async oldestRetryable(_ctx, limit) {
    return emailsOf(await DeliveryModel.find(resendableDeliveries).sort({ updatedAt: 1 }).limit(limit).lean())
  },
  async find(_ctx, id) {
    return (await emailsOf(await DeliveryModel.find({ _id: id, ...failed }).lean()))[0] ?? null
  },
  // It records the retry itself.
  retry: async (ctx, { id }) => Boolean(await retryDelivery(ctx, id)),
  async discard(_ctx, { id }, session) {
    const { matchedCount } = await DeliveryModel.updateOne({ _id: id, ...failed }, { state: 'expired' }, { session })
    return matchedCount > 0
  },
}

async function emailsOf(records: readonly DeliveryRecord[]): Promise<FailedJob[]> {
  const references = await referencesOf(records.map(({ leadId }) => leadId))
  return records.map(({ _id, kind, leadId, userId, lastError, attempts, updatedAt, refused }) => ({
    id: _id,
    work: kind,
    leadId,
    reference: (leadId !== null && references.get(leadId)) || null,
    requestedBy: null,
    error: lastError === null ? null : oneLine(lastError),
    attempts,
    failedAt: updatedAt,
    canRetry: !userId && !(kind === 'offer' && refused),
  }))
}

/** Files that can still be asked for; later their records are deleted. */
const failedFiles = ({ now }: Context) => ({ ...failed, expiresAt: { $gt: now() } })

export const failedExports: FailedWork = {
  async count(ctx) {
    const count = await LeadExportModel.countDocuments(failedFiles(ctx))
    return { failed: count, retryable: count }
  },
  async list(ctx, offset, limit) {
    const records = LeadExportModel.find(failedFiles(ctx)).sort({ updatedAt: -1 }).skip(offset).limit(limit)
    return (await records.lean()).map(toFailedExport)
  },
  async oldestRetryable(ctx, limit) {
    return (await LeadExportModel.find(failedFiles(ctx)).sort({ updatedAt: 1 }).limit(limit).lean()).map(toFailedExport)
  },
  async find(ctx, id) {
    if (!/^[\da-f]{24}$/i.test(id)) return null
    const record = await LeadExportModel.findOne({ _id: id, ...failedFiles(ctx) }).lean()
    return record && toFailedExport(record)
  },
  async retry(ctx, job) {
    const now = ctx.now()
    const { matchedCount } = await LeadExportModel.updateOne(
      { _id: job.id, ...failedFiles(ctx) },
      { state: 'waiting', written: 0, total: null, updatedAt: now, expiresAt: exportEnd(now) },
    )
    if (matchedCount === 0) return false
    await queueStored(ctx, exportJob(job.id), { exportId: job.id })
    await recordJob(ctx, 'job.retried', job, `File of leads for ${job.requestedBy}.`)
    return true
  },
  async discard(ctx, { id }, session) {
    const { deletedCount } = await LeadExportModel.deleteOne({ _id: id, ...failedFiles(ctx) }, { session })
    return deletedCount > 0
  },
}

const toFailedExport = ({ _id, requestedBy, updatedAt }: LeadExportRecord): FailedJob => ({
  id: String(_id),
  work: 'leads.export',
  leadId: null,
  reference: null,
  requestedBy: requestedBy.name,
  error: null,
  attempts: null,
  failedAt: updatedAt,
  canRetry: true,
})
