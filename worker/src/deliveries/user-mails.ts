import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { ClientSession } from 'mongoose'
import type { Deps } from '../deps.ts'

/** A mail to somebody with an account. `_id` makes it one mail, however often it is stored. */
export type UserMail = Pick<DeliveryRecord, '_id' | 'kind'> & { userId: string } & Partial<
    Pick<DeliveryRecord, 'leadId' | 'leadIds' | 'contractorId'>
  >

/** Stores mails that are due at once; the loop that queues due mails finds them. */
export async function storeUserMails(
  { now }: Pick<Deps, 'now'>,
  mails: readonly UserMail[],
  session?: ClientSession,
): Promise<void> {
  if (mails.length === 0) return
  const at = now()
  const times = { roundStartedAt: at, nextTryAt: at, createdAt: at, updatedAt: at }
  await DeliveryModel.bulkWrite(
    mails.map(({ _id, ...mail }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { ...mail, state: 'queued', ...times } },
        upsert: true,
        timestamps: false,
        setDefaultsOnInsert: true,
      },
    })),
    { ordered: false, ...(session && { session }) },
  )
}
