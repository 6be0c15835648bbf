import { forgottenAfterMs, userMailId, type UserMailKind } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import type { UserRecord } from '@kerbside/schema/users/user.model'
import type { ClientSession, Types } from 'mongoose'
import type { Context } from '../deps.ts'
import { queueStored } from '../events/publish-events.ts'

type UserMail = {
  userId: Types.ObjectId | string
  kind: UserMailKind
  /** Mails of one kind that share it are one mail. */
  about: string | number
  /** The lead that it is about; null of a mail about the account. */
  leadId?: number | null
}

/** Stores a mail to a user, once however often this is repeated. `sendUserMail` queues it after the transaction. */
export async function storeUserMail(
  ctx: Context,
  { userId, kind, about, leadId = null }: UserMail,
  session?: ClientSession,
) {
  const at = ctx.now()
  const id = userMailId(String(userId), kind, about)
  const times = {
    roundStartedAt: at,
    nextTryAt: new Date(at.getTime() + forgottenAfterMs),
    createdAt: at,
    updatedAt: at,
  }
  await DeliveryModel.updateOne(
    { _id: id },
    { $setOnInsert: { leadId, userId: String(userId), kind, state: 'queued', ...times } },
    { upsert: true, timestamps: false, ...(session && { session }) },
  )
  return id
}

/** Has a worker send a stored mail. */
export const sendUserMail = (ctx: Context, id: string) =>
  queueStored(ctx, sendJob({ id, round: 0 }), { deliveryId: id })

/** Tells a person that the password was changed; `credentialsVersion` is that of the new one. */
export const storePasswordNotice = (
  ctx: Context,
  { _id, credentialsVersion }: Pick<UserRecord, '_id' | 'credentialsVersion'>,
  session: ClientSession,
) => storeUserMail(ctx, { userId: _id, kind: 'password-changed', about: credentialsVersion }, session)
