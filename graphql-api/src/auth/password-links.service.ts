import { userSubject } from '@kerbside/schema/audit/audit'
import { AppError } from '@kerbside/schema/errors'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { endSessions } from '@kerbside/schema/users/session.model'
import { UserModel, withSameCredentials, type UserRecord } from '@kerbside/schema/users/user.model'
import { parse } from '@kerbside/schema/validate'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { sendStoredEmail } from '../events/stored-email.ts'
import { openLink } from '../links/open-link.ts'
import { LoginEmail } from './auth.service.ts'
import { hashPassword } from '../users/credentials.ts'
import { storePasswordNotice, storeUserEmail } from '../users/user-email.ts'
import { NewPassword } from '../users/users.service.ts'

const ResetRequest = z.strictObject({
  email: LoginEmail,
})
const PasswordChoice = z.strictObject({ token: z.string(), password: NewPassword })

/** Milliseconds that every answer takes at least, so that it does not tell whether there is an account. */
const answerMs = 300
/** Milliseconds within which an account gets one link, however often it is asked for. */
const oneLinkPerMs = 5 * 60_000

/**
 * Emails a link that sets a new password, if there is an active account with this address. The answer is the same for any
 * address. Counts like an attempt to sign in (docs/specification.md, 8.4).
 */
export async function requestPasswordReset(ctx: Context, input: unknown): Promise<void> {
  const { email } = parse(ResetRequest, input)
  await ctx.loginLimits.attempt({ email, address: ctx.client.address, device: null })
  await Promise.all([sendResetLink(ctx, email), sleep(answerMs)])
}

async function sendResetLink(ctx: Context, email: string): Promise<void> {
  const user = await UserModel.findOne({ email, status: 'active' }, '_id').lean()
  if (!user) return
  const about = Math.floor(ctx.now().getTime() / oneLinkPerMs)
  await sendStoredEmail(ctx, await storeUserEmail(ctx, { userId: user._id, kind: 'password-reset', about }))
  ctx.log.info({ userId: String(user._id) }, 'link for a new password sent')
}

/** Whose password a link sets. */
export async function readPasswordLink(ctx: Context, token: string): Promise<{ name: string; email: string }> {
  const { name, email } = await userOfLink(ctx, token)
  return { name, email }
}

/** Sets the password, makes a pending account active, and ends every session of the person. A link works once. */
export async function setPassword(ctx: Context, input: unknown): Promise<void> {
  const { token, password } = parse(PasswordChoice, input)
  const before = await userOfLink(ctx, token)
  const passwordHash = await hashPassword(password)
  const email = await inTransaction(async (session) => {
    const user = await UserModel.findOneAndUpdate(
      withSameCredentials(before),
      { $set: { passwordHash, status: 'active' }, $inc: { credentialsVersion: 1 } },
      { session, returnDocument: 'after' },
    ).lean()
    if (!user) throw usedUp()
    await endSessions({ userId: before._id }, session)
    const subject = userSubject(before)
    const by = { id: subject.id, name: subject.label }
    await recordAudit(
      ctx,
      { action: 'user.password-changed', subject, details: 'By the link of an email', by },
      session,
    )
    return storePasswordNotice(ctx, user, session)
  })
  await sendStoredEmail(ctx, email)
}

async function userOfLink(ctx: Context, token: string): Promise<UserRecord> {
  const opened = await openLink(ctx, 'password', token)
  if (!opened) throw new AppError('NOT_FOUND', 'This link is not complete. Open it from the email again.')
  if (opened.ended !== null) throw usedUp()
  return opened.holder
}

const usedUp = () => new AppError('GONE', 'This link was used before or is too old. Ask for another one.')
