import { leadSubject, type AuditSubject } from '@kerbside/schema/audit/audit'
import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { forgottenAfterMs, goesToHomeowner, offerEmailKinds, type Delivery } from '@kerbside/schema/deliveries/delivery'
import {
  byEmail,
  byWebhook,
  inDigest,
  DeliveryModel,
  endHomeownerPause,
  toDelivery,
  type DeliveryRecord,
} from '@kerbside/schema/deliveries/delivery.model'
import { findMailOutage, type MailOutage } from '@kerbside/schema/deliveries/mail-outage.model'
import { AppError } from '@kerbside/schema/errors'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { lastHeartbeat, workerAbsentAfterMs } from '@kerbside/schema/operation/heartbeat.queue'
import { requireCan } from '@kerbside/schema/users/user'
import type { QueryFilter } from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { queueStored } from '../events/publish-events.ts'

export { outageKinds } from '@kerbside/schema/deliveries/mail-outage.model'

/** The emails to homeowners and firms of several leads at once, in the order of the leads; each lead's oldest first. */
export async function deliveriesOf(ctx: Context, leadIds: readonly number[]): Promise<Delivery[][]> {
  requireCan(ctx.viewer, 'delivery:read')
  const records = await DeliveryModel.find({ leadId: { $in: [...leadIds] }, userId: null })
    .sort({ createdAt: 1, _id: 1 })
    .lean()
  const deliveries = records.map(toDelivery)
  return leadIds.map((leadId) => deliveries.filter((delivery) => delivery.leadId === leadId))
}

export type MailOutageNotice = MailOutage & { waiting: number }

/** Why no email goes out at the moment, and how many wait; null when the mail server takes mail. */
export async function currentMailOutage(ctx: Context): Promise<MailOutageNotice | null> {
  requireCan(ctx.viewer, 'delivery:read')
  const outage = await findMailOutage()
  return outage && { ...outage, waiting: await DeliveryModel.countDocuments({ state: 'queued', ...byEmail }) }
}

export type WorkerAbsence = { since: Date }

/**
 * Since when no worker has reported; null if one did within two minutes. If none ever has, since this process began. Null
 * in the first two minutes of this process, because a system that starts needs a moment, and while Redis is away, because
 * nobody can report then.
 */
export async function currentWorkerAbsence(ctx: Context): Promise<WorkerAbsence | null> {
  requireCan(ctx.viewer, 'delivery:read')
  const { redis, config, startedAt } = ctx
  const silentFrom = new Date(ctx.now().getTime() - workerAbsentAfterMs)
  if (startedAt > silentFrom || redis.status !== 'ready') return null
  const reportedAt = await lastHeartbeat(redis, config.REDIS_PREFIX)
  if (reportedAt !== null && reportedAt > silentFrom) return null
  return { since: reportedAt ?? startedAt }
}

/** An offer whose email was rejected is closed, and the next firm has its place. */
export const resendableDeliveries: QueryFilter<DeliveryRecord> = {
  userId: null,
  ...byEmail,
  state: 'failed',
  $nor: [{ kind: { $in: offerEmailKinds }, refused: true }],
}

/** An email that came back is no failed work, but can be sent again like one. An offer of a digest then has its own. */
const resendableBounces: QueryFilter<DeliveryRecord> = {
  channel: { $in: [null, inDigest.channel] },
  userId: null,
  state: 'bounced',
  $nor: [{ kind: { $in: offerEmailKinds }, 'bounce.hard': true }],
}

/** A webhook can be sent again when it arrived, too: the firm may have lost it, and knows it by its id. A test is made anew. */
export const resendableWebhooks: QueryFilter<DeliveryRecord> = {
  ...byWebhook,
  kind: { $ne: 'webhook-ping' },
  state: { $in: ['sent', 'failed'] },
}

/**
 * Sends an email again that was given up or came back, or a webhook. It keeps its Message-ID or webhook-id, so a copy that
 * did arrive is folded into it.
 */
export async function retryDelivery(ctx: Context, id: string): Promise<Delivery> {
  requireCan(ctx.viewer, 'delivery:retry')
  const before = await DeliveryModel.findById(id, 'kind contractorId channel').lean()
  await requireAddress(before)
  const at = ctx.now()
  const round = {
    roundStartedAt: at,
    nextTryAt: new Date(at.getTime() + forgottenAfterMs),
    refused: false,
    bounce: null,
  }
  const record = await DeliveryModel.findOneAndUpdate(
    { _id: id, $or: [resendableDeliveries, resendableBounces, resendableWebhooks] },
    {
      $set: { state: 'queued', claimedUntil: null, ...round },
      $inc: { round: 1 },
      ...(before?.channel === inDigest.channel && { $unset: { channel: 1, digestId: 1 } }),
    },
    { returnDocument: 'after' },
  ).lean()
  if (!record) throw await notRetryable(id)
  const delivery = toDelivery(record)
  if (goesToHomeowner(record.kind)) await endHomeownerPause(Number(record.leadId))
  await queueStored(ctx, sendJob(delivery), { deliveryId: id })
  const subject = await subjectOf(record)
  await recordAudit(
    ctx,
    delivery.channel === 'webhook'
      ? { action: 'webhook.retried', subject, details: `The message ${record.kind}` }
      : { action: 'email.retried', subject, details: `The email ${record.kind}` },
  )
  return delivery
}

async function subjectOf({ _id, leadId, contractorId }: DeliveryRecord): Promise<AuditSubject> {
  if (leadId === null) {
    const firm = await ContractorModel.findById(contractorId, 'name').lean()
    return { kind: 'contractor', id: contractorId ?? _id, label: firm?.name ?? _id }
  }
  const lead = await LeadModel.findById(leadId, 'reference')
    .lean()
    .catch(() => null) // The entry then names the delivery instead of the lead.
  return leadSubject(leadId, lead?.reference ?? _id)
}

/** A firm's address that bounced is cleared on the firm's page, and not email by email. */
async function requireAddress(delivery: Pick<DeliveryRecord, 'kind' | 'contractorId'> | null): Promise<void> {
  if (!delivery?.contractorId || goesToHomeowner(delivery.kind)) return
  const firm = await ContractorModel.findById(delivery.contractorId)
    .lean()
    .catch(() => null) // The worker looks again before it sends.
  if (!firm || !toContractor(firm).addressBounce) return
  throw new AppError(
    'CONFLICT',
    'Emails to this firm’s address come back. Correct the address, or let emails go there again, on the firm’s page.',
  )
}

async function notRetryable(id: string): Promise<AppError> {
  const delivery = await DeliveryModel.findOne({ _id: id, userId: null }, 'state').lean()
  if (delivery === null) return new AppError('NOT_FOUND', 'That email could not be found.')
  return delivery.state === 'failed' || delivery.state === 'bounced'
    ? new AppError(
        'CONFLICT',
        'This offer is closed, because the firm’s address rejected its email. Offer the job again.',
      )
    : new AppError('CONFLICT', 'Only an email that has failed or come back can be sent again.')
}
