import { userSubject, type AuditAction } from '@kerbside/schema/audit/audit'
import { AppError } from '@kerbside/schema/errors'
import { endSessions, isSignedInUnder, SessionModel, type SessionRecord } from '@kerbside/schema/users/session.model'
import type { User } from '@kerbside/schema/users/user'
import { toUser, UserModel, withSameCredentials, type UserRecord } from '@kerbside/schema/users/user.model'
import { emailToFind } from '@kerbside/schema/quotes/email-address'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { sessionDays } from './auth-cookies.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import {
  graceMs,
  isProven,
  newSeed,
  readRefreshToken,
  refreshToken,
  signToken,
  verifyPassword,
} from '../users/credentials.ts'
import { deviceName } from './own-sessions.service.ts'
import { LoginCode, requireCode } from './two-step.service.ts'

export const LoginEmail = z
  .string('Enter your email address')
  .trim()
  .min(1, 'Enter your email address')
  .max(254, 'This is too long')
  .transform(emailToFind)
export const LoginInput = z
  .strictObject({
    email: LoginEmail,
    password: z.string('Enter your password').min(1, 'Enter your password').max(1_000, 'This is too long'),
    code: LoginCode.nullish().describe('Of the authenticator app, or a recovery code, when two-step sign-in is on'),
  })
  .meta({ id: 'Login' })

export type SignedIn = { token: string; user: User }

/**
 * Starts a session. An unknown account gets the same answer as a wrong password, after the same time. With two-step
 * sign-in the right password asks for the code.
 */
export async function login(ctx: Context, input: unknown): Promise<SignedIn> {
  const { email, password, code } = parse(LoginInput, input)
  const record = await UserModel.findOne({ email }).lean()
  const device = record && knownDevice(ctx, String(record._id))
  const attempt = { email, address: ctx.client.address, device }
  await ctx.loginLimits.attempt(attempt)

  const isRight = await verifyPassword(record?.passwordHash ?? null, password)
  if (!record || !isRight) throw wrongPair()
  const isActive = record.status === 'active'
  const spent = isActive && record.twoStepEnabledAt ? await requireCode(ctx, attempt, record, code) : null
  await ctx.loginLimits.succeeded(attempt)
  if (!isActive) throw new AppError('FORBIDDEN', 'This account is not active. Please ask an admin.')
  return startSession(ctx, record, spent === 'recovery-code' ? 'With a recovery code' : null)
}

const wrongPair = () => new AppError('UNAUTHENTICATED', 'Invalid email or password')

async function startSession(ctx: Context, record: UserRecord, details: string | null): Promise<SignedIn> {
  const now = ctx.now()
  const session = { _id: ctx.newId(), seed: newSeed() }
  await SessionModel.create({
    ...session,
    userId: record._id,
    credentialsVersion: record.credentialsVersion,
    generation: 0,
    rotatedAt: now,
    createdAt: now,
    expiresAt: sessionEnd(now),
    device: deviceName(ctx.client.userAgent ?? ''),
  })
  // The account may have changed since its password was checked. Then the session counts for nothing, so it does not
  // matter if deleting it fails.
  const { matchedCount } = await UserModel.updateOne(
    { ...withSameCredentials(record), twoStepEnabledAt: record.twoStepEnabledAt },
    { lastLoginAt: now },
    { timestamps: false },
  )
  if (matchedCount === 0) {
    await SessionModel.deleteOne({ _id: session._id })
    throw wrongPair()
  }
  await endSessionOfCookie(ctx)
  ctx.cookies?.write('refresh', refreshToken(ctx.config.JWT_SECRET, session, 0))
  rememberDevice(ctx, String(record._id))
  await recordOwn(ctx, 'user.signed-in', record, details)
  return { token: await tokenFor(ctx, record, session._id), user: toUser({ ...record, lastLoginAt: now }) }
}

/** A new token for the session of the refresh cookie, which is replaced. One used too late ends the session. */
export async function refreshSession(ctx: Context): Promise<SignedIn> {
  requireOwnOrigin(ctx)
  const proven = await provenSession(ctx)
  const session = proven && (await rotate(proven, ctx.now()))
  const record = session && (await UserModel.findOne({ _id: session.userId, status: 'active' }).lean())
  if (!session || !record || !isSignedInUnder(session, record)) {
    if (await endSessionOfCookie(ctx)) ctx.log.warn('a session was ended: an old refresh token, or its account changed')
    ctx.cookies?.write('refresh', null)
    throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please sign in.')
  }
  ctx.cookies?.write('refresh', refreshToken(ctx.config.JWT_SECRET, session, session.generation))
  return { token: await tokenFor(ctx, record, session._id), user: toUser(record) }
}

type Proven = { session: SessionRecord; generation: number }

/** The session that the refresh cookie names, if its token was once issued for it. The token may be out of date. */
async function provenSession({ cookies, config }: Context): Promise<Proven | null> {
  const given = readRefreshToken(cookies?.read('refresh'))
  const session = given && (await SessionModel.findById(given.sessionId).lean())
  if (!session || !isProven(config.JWT_SECRET, session, given)) return null
  return { session, generation: given.generation }
}

/** The session with its next token; the same again for a repeat within the grace. Null when the token comes too late. */
async function rotate({ session: { _id }, generation }: Proven, now: Date): Promise<SessionRecord | null> {
  const living = { _id, expiresAt: { $gt: now } }
  const change = { $inc: { generation: 1 }, $set: { rotatedAt: now, expiresAt: sessionEnd(now) } }
  const next = await SessionModel.findOneAndUpdate({ ...living, generation }, change, {
    returnDocument: 'after',
  }).lean()
  if (next) return next
  // The answer got lost, or two tabs asked at once.
  const rotatedAt = { $gte: new Date(now.getTime() - graceMs) }
  return SessionModel.findOne({ ...living, generation: generation + 1, rotatedAt }).lean()
}

/** Needs one of the session's tokens: its id alone ends nothing. */
async function endSessionOfCookie(ctx: Context): Promise<SessionRecord | null> {
  const proven = await provenSession(ctx)
  if (proven === null) return null
  const ended = await endSessions({ _id: proven.session._id })
  return ended > 0 ? proven.session : null
}

function requireOwnOrigin({ client }: Context) {
  if (client.foreign) throw new AppError('FORBIDDEN', 'This can only be done from our own pages.')
}

/** Ends the session of the token, or of the cookie when the token has run out. */
export async function logout(ctx: Context): Promise<void> {
  requireOwnOrigin(ctx)
  const byCookie = await endSessionOfCookie(ctx)
  ctx.cookies?.write('refresh', null)
  if (ctx.viewer !== null) await endSessions({ _id: ctx.viewer.sessionId })
  else if (!byCookie) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
  const user = await UserModel.findById(ctx.viewer?.id ?? byCookie?.userId, 'name')
    .lean()
    .catch(() => null) // The session has ended; that its record is missing must not look like a failed log-out.
  if (user) await recordOwn(ctx, 'user.signed-out', user)
}

/** What people do to their own account, by password or cookie. */
async function recordOwn(
  ctx: Context,
  action: AuditAction,
  user: Pick<UserRecord, '_id' | 'name'>,
  details: string | null = null,
): Promise<void> {
  const subject = userSubject(user)
  await recordAudit(ctx, { action, subject, details, by: { id: subject.id, name: subject.label } })
}

/** The person asking; null for a visitor. */
export async function findMe(ctx: Context): Promise<User | null> {
  const record = ctx.viewer && (await UserModel.findById(ctx.viewer.id).lean())
  return record && toUser(record)
}

export async function getMe(ctx: Context): Promise<User> {
  const user = await findMe(ctx)
  if (!user) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
  return user
}

const sessionEnd = (now: Date) => new Date(now.getTime() + sessionDays * 86_400_000)

const tokenFor = (ctx: Context, { _id, role }: UserRecord, sessionId: string) =>
  signToken(ctx.config.JWT_SECRET, { userId: String(_id), sessionId, role }, ctx.now())
