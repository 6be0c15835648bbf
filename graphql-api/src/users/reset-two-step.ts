import { userSubject } from '@kerbside/schema/audit/audit'
import { AppError } from '@kerbside/schema/errors'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { endSessions } from '@kerbside/schema/users/session.model'
import { requireCan, type User } from '@kerbside/schema/users/user'
import { toUser, UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import type { ClientSession } from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { sendStoredEmail } from '../events/stored-email.ts'
import { storeUserEmail } from './user-email.ts'
import { existingUser } from './users.service.ts'

/** For somebody who has lost phone and recovery codes: signing in takes the password alone again. Ends their sessions. */
export async function resetTwoStep(ctx: Context, id: string): Promise<User> {
  requireCan(ctx.viewer, 'user:manage')
  const user = await existingUser(id)
  if (String(user._id) === ctx.viewer.id) {
    throw new AppError('CONFLICT', 'Turn your own two-step sign-in off under Your sessions, with a code.')
  }
  const { after, email } = await endTwoStep(ctx, user, 'Reset by an admin')
  await sendStoredEmail(ctx, email)
  return toUser(after)
}

/** For the service above and the operator's command. */
export async function endTwoStep(ctx: Pick<Context, 'viewer' | 'now' | 'log'>, user: UserRecord, details: string) {
  return inTransaction(async (session) => {
    const after = await turnOff(user._id, session, { credentialsVersion: 1 })
    await endSessions({ userId: user._id }, session)
    await recordAudit(ctx, { action: 'user.two-step-changed', subject: userSubject(user), details }, session)
    const about = after.credentialsVersion
    return { after, email: await storeUserEmail(ctx, { userId: user._id, kind: 'two-step-reset', about }, session) }
  })
}

/** Forgets the secrets. `increase`: what else changes with it. */
export async function turnOff(userId: UserRecord['_id'], session: ClientSession, increase?: { credentialsVersion: 1 }) {
  const change = { $set: { twoStepEnabledAt: null, twoStep: null }, ...(increase && { $inc: increase }) }
  return UserModel.findOneAndUpdate({ _id: userId, twoStepEnabledAt: { $ne: null } }, change, {
    session,
    returnDocument: 'after',
  })
    .lean()
    .orFail(() => new AppError('CONFLICT', 'Two-step sign-in of this account is off already.'))
}
