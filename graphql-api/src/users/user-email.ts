import { userEmailId, type UserEmailKind } from '@kerbside/schema/deliveries/delivery'
import type { UserRecord } from '@kerbside/schema/users/user.model'
import type { ClientSession, Types } from 'mongoose'
import type { Context } from '../deps.ts'
import { storeEmail } from '../events/stored-email.ts'

type UserEmail = {
  userId: Types.ObjectId | string
  kind: UserEmailKind
  /** Emails of one kind that share it are one email. */
  about: string | number
  /** The lead that it is about; null of an email about the account. */
  leadId?: number | null
  /** Where it goes to instead of the user's present address. */
  formerAddress?: string
}

/** Stores an email to a user, once however often this is repeated. `sendStoredEmail` queues it after the transaction. */
export async function storeUserEmail(
  ctx: Pick<Context, 'now'>,
  { userId, kind, about, leadId = null, formerAddress }: UserEmail,
  session?: ClientSession,
) {
  const id = userEmailId(String(userId), kind, about)
  const email = { _id: id, kind, leadId, userId: String(userId), ...(formerAddress && { formerAddress }) }
  await storeEmail(ctx, email, session)
  return email
}

/** Tells a person that the password was changed; `credentialsVersion` is that of the new one. */
export const storePasswordNotice = (
  ctx: Context,
  { _id, credentialsVersion }: Pick<UserRecord, '_id' | 'credentialsVersion'>,
  session: ClientSession,
) => storeUserEmail(ctx, { userId: _id, kind: 'password-changed', about: credentialsVersion }, session)
