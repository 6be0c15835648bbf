import { forgottenAfterMs } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import type { ClientSession } from 'mongoose'
import type { Context } from '../deps.ts'
import { queueStored } from './publish-events.ts'

/** A mail of which only the record is written here: `_id` makes it one mail, however often it is stored. */
export type StoredMail = Pick<DeliveryRecord, '_id' | 'kind' | 'leadId' | 'channel' | 'tested' | 'pushDeviceId'> & {
  userId?: string
  contractorId?: string
}

/** Stores a mail with the change that causes it. `sendStoredMail` queues it after the transaction. */
export async function storeMail({ now }: Pick<Context, 'now'>, { _id, ...mail }: StoredMail, session?: ClientSession) {
  const at = now()
  const times = {
    roundStartedAt: at,
    nextTryAt: new Date(at.getTime() + forgottenAfterMs),
    createdAt: at,
    updatedAt: at,
  }
  await DeliveryModel.updateOne(
    { _id },
    { $setOnInsert: { ...mail, state: 'queued', ...times } },
    { upsert: true, timestamps: false, ...(session && { session }) },
  )
}

/** Has a worker send a stored mail. */
export const sendStoredMail = (ctx: Context, { _id: id, channel }: Pick<StoredMail, '_id' | 'channel'>) =>
  queueStored(ctx, sendJob({ id, round: 0, channel }), { deliveryId: id })
