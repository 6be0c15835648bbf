import type { Delivery } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, toDelivery } from '@kerbside/schema/deliveries/delivery.model'
import { findMailOutage, type MailOutage } from '@kerbside/schema/deliveries/mail-outage.model'
import { AppError } from '@kerbside/schema/errors'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import { requireCan } from '@kerbside/schema/users/user'
import type { Context } from '../deps.ts'

export { outageKinds } from '@kerbside/schema/deliveries/mail-outage.model'

/** The mails of several leads at once, in the order of the leads; each lead's oldest first. */
export async function deliveriesOf(ctx: Context, leadIds: readonly number[]): Promise<Delivery[][]> {
  requireCan(ctx.viewer, 'delivery:read')
  const records = await DeliveryModel.find({ leadId: { $in: [...leadIds] } })
    .sort({ createdAt: 1, _id: 1 })
    .lean()
  const deliveries = records.map(toDelivery)
  return leadIds.map((leadId) => deliveries.filter((delivery) => delivery.leadId === leadId))
}

export type MailOutageNotice = MailOutage & { waiting: number }

/** Why no mail goes out at the moment, and how many wait; null when the mail server takes mail. */
export async function currentMailOutage(ctx: Context): Promise<MailOutageNotice | null> {
  requireCan(ctx.viewer, 'delivery:read')
  const outage = await findMailOutage()
  return outage && { ...outage, waiting: await DeliveryModel.countDocuments({ state: 'queued' }) }
}

/** Milliseconds after which the worker asks for the mail itself, should its job have been lost. */
const forgottenAfterMs = 60_000

/** Sends a mail again that was given up. It keeps its Message-ID, so a copy that did arrive is folded into it. */
export async function retryDelivery(ctx: Context, id: string): Promise<Delivery> {
  requireCan(ctx.viewer, 'delivery:retry')
  const at = ctx.now()
  const round = { roundStartedAt: at, nextTryAt: new Date(at.getTime() + forgottenAfterMs), refused: false }
  const record = await DeliveryModel.findOneAndUpdate(
    // An offer whose mail was refused is closed, and the next firm has its place.
    { _id: id, state: 'failed', $nor: [{ kind: 'offer', refused: true }] },
    { $set: { state: 'queued', claimedUntil: null, ...round }, $inc: { round: 1 } },
    { returnDocument: 'after' },
  ).lean()
  if (!record) throw await notRetryable(id)
  const delivery = toDelivery(record)
  try {
    await ctx.enqueueAll([sendJob(delivery)])
  } catch (error) {
    // The delivery stands as queued, and the worker's sweep finds it.
    ctx.log.warn({ err: error, deliveryId: id }, 'retry left to the sweep')
  }
  return delivery
}

async function notRetryable(id: string): Promise<AppError> {
  const delivery = await DeliveryModel.findById(id, 'state').lean()
  if (delivery === null) return new AppError('NOT_FOUND', 'That mail could not be found.')
  return delivery.state === 'failed'
    ? new AppError(
        'CONFLICT',
        'This offer is closed, because the firm’s address refused its email. Offer the job again.',
      )
    : new AppError('CONFLICT', 'Only a mail that has failed can be sent again.')
}
