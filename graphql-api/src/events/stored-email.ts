import { forgottenAfterMs } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import type { ClientSession } from 'mongoose'
import type { Context } from '../deps.ts'
import { queueStored } from './publish-events.ts'

/** An email of which only the record is written here: `_id` makes it one email, however often it is stored. */
export type StoredEmail = Pick<DeliveryRecord, '_id' | 'kind' | 'leadId' | 'channel' | 'tested' | 'pushDeviceId'> & {
  userId?: string
  formerAddress?: string
  contractorId?: string
  /** It waits until then: the worker finds it when it is due. */
  notBefore?: Date | undefined
}

/** Stores an email with the change that causes it. `sendStoredEmail` queues it after the transaction. */
export async function storeEmail(
  { now }: Pick<Context, 'now'>,
  { _id, notBefore, ...email }: StoredEmail,
  session?: ClientSession,
) {
  const at = now()
  const times = {
    roundStartedAt: at,
    nextTryAt: notBefore ?? new Date(at.getTime() + forgottenAfterMs),
    createdAt: at,
    updatedAt: at,
  }
  await DeliveryModel.updateOne(
    { _id },
    { $setOnInsert: { ...email, state: 'queued', ...times } },
    { upsert: true, timestamps: false, ...(session && { session }) },
  )
}

/** Has a worker send a stored email, unless it waits. */
export const sendStoredEmail = async (
  ctx: Context,
  { _id: id, channel, notBefore }: Pick<StoredEmail, '_id' | 'channel' | 'notBefore'>,
) => {
  if (!notBefore) await queueStored(ctx, sendJob({ id, round: 0, channel }), { deliveryId: id })
}
