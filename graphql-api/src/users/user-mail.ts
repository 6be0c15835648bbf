import { userMailId, type UserMailKind } from '@kerbside/schema/deliveries/delivery'
import type { UserRecord } from '@kerbside/schema/users/user.model'
import type { ClientSession, Types } from 'mongoose'
import type { Context } from '../deps.ts'
import { storeMail } from '../events/stored-mail.ts'

type UserMail = {
  userId: Types.ObjectId | string
  kind: UserMailKind
  /** Mails of one kind that share it are one mail. */
  about: string | number
  /** The lead that it is about; null of a mail about the account. */
  leadId?: number | null
}

/** Stores a mail to a user, once however often this is repeated. `sendStoredMail` queues it after the transaction. */
export async function storeUserMail(
  ctx: Pick<Context, 'now'>,
  { userId, kind, about, leadId = null }: UserMail,
  session?: ClientSession,
) {
  const id = userMailId(String(userId), kind, about)
  await storeMail(ctx, { _id: id, kind, leadId, userId: String(userId) }, session)
  return id
}

/** Tells a person that the password was changed; `credentialsVersion` is that of the new one. */
export const storePasswordNotice = (
  ctx: Context,
  { _id, credentialsVersion }: Pick<UserRecord, '_id' | 'credentialsVersion'>,
  session: ClientSession,
) => storeUserMail(ctx, { userId: _id, kind: 'password-changed', about: credentialsVersion }, session)
