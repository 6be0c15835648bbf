import { userSubject } from '@kerbside/schema/audit/audit'
import { AppError, invalid } from '@kerbside/schema/errors'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireSignedIn } from '@kerbside/schema/users/user'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { parse } from '@kerbside/schema/validate'
import type { ClientSession } from 'mongoose'
import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context, LoginAttempt } from '../deps.ts'
import { sendStoredEmail } from '../events/stored-email.ts'
import { verifyPassword } from '../users/credentials.ts'
import { turnOff } from '../users/reset-two-step.ts'
import {
  isTimeCode,
  newRecoveryCodes,
  newTwoStepSecret,
  spendCode,
  timeStepOf,
  twoStepUri,
  type SpentCode,
} from '../users/two-step-codes.ts'
import { storeUserEmail } from '../users/user-email.ts'
import { knownDevice } from './known-device.ts'

const askForCode = 'Enter the six digits of your authenticator app, or a recovery code'
const wrongCode = () =>
  invalid('code', 'This code is wrong or was used before. Enter the one that your app shows now, or a recovery code')

export const LoginCode = z.string(askForCode).trim().max(100, askForCode)
const Proof = z.strictObject({
  password: z.string('Enter your password').min(1, 'Enter your password').max(1_000, 'This is not your password'),
  code: LoginCode.min(1, askForCode),
})

/** The second step, once the password was right. A wrong code counts like a wrong password (docs/specification.md, 8.4). */
export async function requireCode(
  ctx: Context,
  attempt: LoginAttempt,
  { _id }: UserRecord,
  code?: string | null,
): Promise<SpentCode> {
  if (!code) {
    await ctx.loginLimits.passwordRight(attempt)
    throw invalid('code', askForCode)
  }
  if (isTimeCode(code)) await ctx.loginLimits.attemptCode(attempt)
  const spent = await spendCode(_id, code, ctx.now())
  if (spent === null) throw wrongCode()
  return spent
}

export type OwnTwoStep = { enabledAt: Date | null; isRequired: boolean; recoveryCodesLeft: number }

/** How the person asking signs in. */
export async function getOwnTwoStep(ctx: Context): Promise<OwnTwoStep> {
  const { role, twoStepEnabledAt, twoStep } = await ownRecord(ctx)
  return {
    enabledAt: twoStepEnabledAt,
    isRequired: role === 'admin' && ctx.settings().twoStepForAdmins,
    recoveryCodesLeft: twoStepEnabledAt ? (twoStep?.recoveryCodes.length ?? 0) : 0,
  }
}

/** A secret that counts once a code of it was sent. Beginning again makes another one. */
export async function startTwoStep(ctx: Context): Promise<{ secret: string; uri: string }> {
  const { _id, email } = await ownRecord(ctx)
  const secret = newTwoStepSecret()
  const { matchedCount } = await UserModel.updateOne(
    { _id, twoStepEnabledAt: null },
    { $set: { twoStep: { secret, lastStep: 0, recoveryCodes: [] } } },
    { timestamps: false },
  )
  if (matchedCount === 0) throw isOnAlready()
  return { secret, uri: twoStepUri(secret, email) }
}

const isOnAlready = () => new AppError('CONFLICT', 'Two-step sign-in is on already.')

/**
 * Turns it on with the password and a code of the new secret, so that an open session alone cannot lock its owner out.
 * Answers the recovery codes, which nobody can read again.
 */
export async function enableTwoStep(ctx: Context, input: unknown): Promise<string[]> {
  const { password, code } = parse(Proof, input)
  const user = await ownRecord(ctx)
  if (user.twoStepEnabledAt) throw isOnAlready()
  if (!user.twoStep) throw new AppError('CONFLICT', 'Begin the set-up again.')
  const { secret } = user.twoStep
  await ctx.loginLimits.succeeded(await requirePassword(ctx, user, password))
  const lastStep = timeStepOf(secret, code, ctx.now())
  if (lastStep === null) {
    throw invalid('code', 'This code is wrong. Enter the six digits that your app shows now')
  }
  const { codes, hashes } = newRecoveryCodes()
  await recordChange(ctx, user, 'Turned on', 'two-step-on', async (session) => {
    const { matchedCount } = await UserModel.updateOne(
      { _id: user._id, twoStepEnabledAt: null, 'twoStep.secret': secret },
      { $set: { twoStepEnabledAt: ctx.now(), twoStep: { secret, lastStep, recoveryCodes: hashes } } },
      { session },
    )
    if (matchedCount === 0) throw isOnAlready()
  })
  return codes
}

/** Signing in takes the password alone again. */
export async function disableTwoStep(ctx: Context, input: unknown): Promise<void> {
  const user = await requireProof(ctx, input)
  await recordChange(ctx, user, 'Turned off', 'two-step-off', (session) => turnOff(user._id, session))
}

/** New recovery codes in place of those that are left. */
export async function renewRecoveryCodes(ctx: Context, input: unknown): Promise<string[]> {
  const user = await requireProof(ctx, input)
  const { codes, hashes } = newRecoveryCodes()
  await recordChange(ctx, user, 'Made new recovery codes', null, async (session) => {
    const enabled = { _id: user._id, twoStepEnabledAt: { $ne: null } }
    const { matchedCount } = await UserModel.updateOne(
      enabled,
      { $set: { 'twoStep.recoveryCodes': hashes } },
      { session },
    )
    if (matchedCount === 0) throw isOff()
  })
  return codes
}

const isOff = () => new AppError('CONFLICT', 'Two-step sign-in is off.')

/** A session alone is not enough to weaken an account: its password and a code are asked for, within the login limits. */
async function requireProof(ctx: Context, input: unknown): Promise<UserRecord> {
  const { password, code } = parse(Proof, input)
  const user = await ownRecord(ctx)
  if (!user.twoStepEnabledAt) throw isOff()
  const attempt = await requirePassword(ctx, user, password)
  await requireCode(ctx, attempt, user, code)
  await ctx.loginLimits.succeeded(attempt)
  return user
}

/** The password of the person asking, which counts like one at sign-in. */
async function requirePassword(ctx: Context, user: UserRecord, password: string): Promise<LoginAttempt> {
  const device = knownDevice(ctx, String(user._id))
  const attempt = { email: user.email, address: ctx.client.address, device }
  await ctx.loginLimits.attempt(attempt)
  if (!(await verifyPassword(user.passwordHash, password))) throw invalid('password', 'This is not your password')
  return attempt
}

async function ownRecord({ viewer }: Context): Promise<UserRecord> {
  requireSignedIn(viewer)
  const user = await UserModel.findById(viewer.id).select('+twoStep').lean()
  if (!user) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
  return user
}

/** The change, its audit entry and the email about it, in one transaction. */
async function recordChange(
  ctx: Context,
  user: UserRecord,
  details: string,
  kind: 'two-step-on' | 'two-step-off' | null,
  change: (session: ClientSession) => Promise<unknown>,
): Promise<void> {
  const email = await inTransaction(async (session) => {
    await change(session)
    await recordAudit(ctx, { action: 'user.two-step-changed', subject: userSubject(user), details }, session)
    return kind && storeUserEmail(ctx, { userId: user._id, kind, about: ctx.now().getTime() }, session)
  })
  if (email) await sendStoredEmail(ctx, email)
}
