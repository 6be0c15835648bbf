import { AppError } from '@kerbside/schema/errors'
import { randomToken } from '@kerbside/schema/links/signed-link'
import { SessionModel } from '@kerbside/schema/users/session.model'
import type { User } from '@kerbside/schema/users/user'
import { toUser, UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { verifyPassword } from './password.ts'
import { sessionDays } from './refresh-cookie.ts'
import { hashToken, signToken } from './tokens.ts'

export const LoginInput = z
  .strictObject({
    email: z.string('Enter your email address').trim().min(1, 'Enter your email address').max(254).toLowerCase(),
    password: z.string('Enter your password').min(1, 'Enter your password').max(1_000),
  })
  .meta({ id: 'Login' })

export type SignedIn = { token: string; user: User }

/** Starts a session. An unknown account gets the same answer as a wrong password, after the same time. */
export async function login(ctx: Context, input: unknown): Promise<SignedIn> {
  const { email, password } = parse(LoginInput, input)
  const attempt = { email, address: ctx.client.address }
  await ctx.loginLimits.attempt(attempt)

  const record = await UserModel.findOne({ email }).lean()
  const right = await verifyPassword(record?.passwordHash ?? null, password)
  if (!record || !right) throw new AppError('UNAUTHENTICATED', 'Invalid email or password')
  await ctx.loginLimits.succeeded(attempt)
  if (record.status !== 'active') {
    throw new AppError('FORBIDDEN', 'This account is not active. Please ask an admin.')
  }
  return startSession(ctx, record)
}

async function startSession(ctx: Context, record: UserRecord): Promise<SignedIn> {
  const now = ctx.now()
  const sessionId = ctx.newId()
  const secret = randomToken()
  await Promise.all([
    SessionModel.create({
      _id: sessionId,
      userId: record._id,
      refreshHash: hashToken(secret),
      createdAt: now,
      expiresAt: sessionEnd(now),
    }),
    UserModel.updateOne({ _id: record._id }, { lastLoginAt: now }, { timestamps: false }),
  ])
  ctx.refreshCookie?.write(`${sessionId}.${secret}`)
  ctx.log.info({ userId: String(record._id) }, 'signed in')
  return { token: await tokenFor(ctx, record, sessionId), user: toUser({ ...record, lastLoginAt: now }) }
}

/** A new token for the session of the refresh cookie, which is replaced. One that was replaced before ends the session. */
export async function refreshSession(ctx: Context): Promise<SignedIn> {
  const [sessionId = '', secret = ''] = (ctx.refreshCookie?.read() ?? '').split('.')
  const now = ctx.now()
  const next = randomToken()
  const session = await SessionModel.findOneAndUpdate(
    { _id: sessionId, refreshHash: hashToken(secret), expiresAt: { $gt: now } },
    { refreshHash: hashToken(next), expiresAt: sessionEnd(now) },
  ).lean()
  if (!session) return endReused(ctx, sessionId)
  const record = await UserModel.findOne({ _id: session.userId, status: 'active' }).lean()
  if (!record) return endReused(ctx, sessionId)
  ctx.refreshCookie?.write(`${sessionId}.${next}`)
  return { token: await tokenFor(ctx, record, sessionId), user: toUser(record) }
}

async function endReused(ctx: Context, sessionId: string): Promise<never> {
  const { deletedCount } = await SessionModel.deleteOne({ _id: sessionId })
  if (deletedCount > 0) ctx.log.warn('a session was ended: its refresh token came twice or its account is not active')
  ctx.refreshCookie?.write(null)
  throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please sign in.')
}

/** Ends the session of the token, or of the cookie when the token has run out. */
export async function logout(ctx: Context): Promise<void> {
  const [cookieSession = '', secret = ''] = (ctx.refreshCookie?.read() ?? '').split('.')
  ctx.refreshCookie?.write(null)
  const byCookie = await SessionModel.deleteOne({ _id: cookieSession, refreshHash: hashToken(secret) })
  if (ctx.viewer !== null) await SessionModel.deleteOne({ _id: ctx.viewer.sessionId })
  else if (byCookie.deletedCount === 0) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
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
