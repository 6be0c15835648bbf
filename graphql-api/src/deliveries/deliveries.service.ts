import type { Delivery } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, toDelivery } from '@kerbside/schema/deliveries/delivery.model'
import { AppError } from '@kerbside/schema/errors'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import { requireCan } from '@kerbside/schema/users/require-can'
import type { Context } from '../deps.ts'

/** The mails of several leads at once, in the order of the leads; each lead's oldest first. */
export async function deliveriesOf(ctx: Context, leadIds: readonly number[]): Promise<Delivery[][]> {
  requireCan(ctx.viewer, 'delivery:read')
  const records = await DeliveryModel.find({ leadId: { $in: [...leadIds] } })
    .sort({ createdAt: 1, _id: 1 })
    .lean()
  const deliveries = records.map(toDelivery)
  return leadIds.map((leadId) => deliveries.filter((delivery) => delivery.leadId === leadId))
}

/** Sends a mail again that was given up. It keeps its Message-ID, so a copy that did arrive is folded into it. */
export async function retryDelivery(ctx: Context, id: string): Promise<Delivery> {
  requireCan(ctx.viewer, 'delivery:retry')
  const record = await DeliveryModel.findOneAndUpdate(
    { _id: id, state: 'failed' },
    { $set: { state: 'queued', claimedUntil: null }, $inc: { round: 1 } },
    { returnDocument: 'after' },
  ).lean()
  if (!record) throw await refusal(id)
  const delivery = toDelivery(record)
  try {
    await ctx.enqueueAll([sendJob(delivery)])
  } catch (error) {
    // The delivery stands as queued, and the worker's sweep finds it.
    ctx.log.warn({ err: error, deliveryId: id }, 'retry left to the sweep')
  }
  return delivery
}

async function refusal(id: string): Promise<AppError> {
  const exists = await DeliveryModel.exists({ _id: id })
  return exists
    ? new AppError('CONFLICT', 'Only a mail that has failed can be sent again.')
    : new AppError('NOT_FOUND', 'That mail could not be found.')
}
