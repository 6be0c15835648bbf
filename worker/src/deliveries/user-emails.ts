import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { ClientSession } from 'mongoose'
import type { Deps } from '../deps.ts'

/** An email to somebody with an account. `_id` makes it one email, however often it is stored. */
export type UserEmail = Pick<DeliveryRecord, '_id' | 'kind'> & { userId: string } & Partial<
    Pick<DeliveryRecord, 'leadId' | 'leadIds' | 'contractorId'>
  >

/** Stores emails that are due at once; the loop that queues due emails finds them. */
export async function storeUserEmails(
  { now }: Pick<Deps, 'now'>,
  emails: readonly UserEmail[],
  session?: ClientSession,
): Promise<void> {
  if (emails.length === 0) return
  const at = now()
  const times = { roundStartedAt: at, nextTryAt: at, createdAt: at, updatedAt: at }
  await DeliveryModel.bulkWrite(
    emails.map(({ _id, ...email }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { ...email, state: 'queued', ...times } },
        upsert: true,
        timestamps: false,
        setDefaultsOnInsert: true,
      },
    })),
    { ordered: false, ...(session && { session }) },
  )
}
