import { offersJobs } from '@kerbside/schema/deliveries/delivery'
import {
  byEmail,
  byPush,
  byWebhook,
  DeliveryModel,
  type DeliveryRecord,
} from '@kerbside/schema/deliveries/delivery.model'
import { resendableDeliveries, resendableWebhooks, retryDelivery } from '../deliveries/deliveries.service.ts'
import type { QueryFilter } from 'mongoose'
import { oneLine, referencesOf, type FailedJob, type FailedWork } from './failed-work.ts'

/** The queues of emails, webhooks and notifications remember no job that has ended: MongoDB has a record of each, with its state. */
function failedDeliveries(
  channel: typeof byEmail | typeof byPush | typeof byWebhook,
  resendable: QueryFilter<DeliveryRecord>,
): FailedWork {
  const failed = { ...channel, state: 'failed' as const }
  const retryableNow = { $and: [failed, resendable] }
  return {
    async count() {
      const [all, retryable] = await Promise.all([
        DeliveryModel.countDocuments(failed),
        DeliveryModel.countDocuments(retryableNow),
      ])
      return { failed: all, retryable }
    },
    async list(_ctx, offset, limit) {
      return emailsOf(await DeliveryModel.find(failed).sort({ updatedAt: -1 }).skip(offset).limit(limit).lean())
    },
    async oldestRetryable(_ctx, limit) {
      return emailsOf(await DeliveryModel.find(retryableNow).sort({ updatedAt: 1 }).limit(limit).lean())
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
}

export const failedEmails = failedDeliveries(byEmail, resendableDeliveries)
export const failedWebhooks = failedDeliveries(byWebhook, resendableWebhooks)
/** None is sent again: it would come too late. */
export const failedPushes = failedDeliveries(byPush, { _id: { $in: [] } })

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
    canRetry: !userId && kind !== 'webhook-ping' && !(offersJobs(kind) && refused),
  }))
}
