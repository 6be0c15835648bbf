import { recordErasures } from '@kerbside/schema/erasures/erasure.model'
import { AppError } from '@kerbside/schema/errors'
import { isEmail } from '@kerbside/schema/quotes/quote'
import { passwordLength, requireCan, roles, userStatuses, type User } from '@kerbside/schema/users/user'
import { SessionModel } from '@kerbside/schema/users/session.model'
import { toUser, UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { parse } from '@kerbside/schema/validate'
import mongoose, { isValidObjectId, type ClientSession } from 'mongoose'
import { z } from 'zod'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../deps.ts'

const text = (most: number) => z.string('This must be text').trim().max(most, `Write ${most} characters at most`)

const fields = {
  name: text(200).min(1, 'Enter a name'),
  email: z
    .string('Enter an email address')
    .trim()
    .toLowerCase()
    .refine(isEmail, 'Enter an email address in the correct format, like name@example.com'),
  password: z
    .string('Enter a password')
    .min(passwordLength.min, `A password has at least ${passwordLength.min} characters`)
    .max(passwordLength.max, `A password has at most ${passwordLength.max} characters`),
  role: z.enum(roles, 'Choose a role: admin (1), manager (2) or user (3)'),
  status: z.enum(userStatuses, 'Choose a status: active, inactive or pending'),
  phone: text(50).nullable(),
  department: text(100).nullable(),
}

export const NewUser = z.strictObject({
  ...fields,
  role: fields.role.nullish().transform((role) => role ?? 'user'),
  status: fields.status.nullish().transform((status) => status ?? 'active'),
  phone: fields.phone.default(null),
  department: fields.department.default(null),
})
export const UserChange = z.strictObject({
  name: fields.name.nullish(),
  email: fields.email.nullish(),
  password: fields.password.nullish(),
  role: fields.role.nullish(),
  status: fields.status.nullish(),
  phone: fields.phone.optional(),
  department: fields.department.optional(),
})

export async function createUser(ctx: Context, input: unknown): Promise<User> {
  requireCan(ctx.viewer, 'user:manage')
  const { password, ...user } = parse(NewUser, input)
  const created = await UserModel.create({ ...user, passwordHash: await hashPassword(password) })
  ctx.log.info({ userId: ctx.viewer.id, subject: String(created._id) }, 'user created')
  return toUser(created.toObject())
}

/** A change of role, status or password ends every session of that person at once. */
export async function updateUser(ctx: Context, id: string, input: unknown): Promise<User> {
  requireCan(ctx.viewer, 'user:manage')
  const { password, ...given } = parse(UserChange, input)
  const passwordHash = password ? await hashPassword(password) : undefined
  const entries = Object.entries({ ...given, passwordHash }).filter(
    ([name, value]) => value !== undefined && (value !== null || name === 'phone' || name === 'department'),
  )
  const change: Partial<UserRecord> = Object.fromEntries(entries)

  const updated = await mongoose.connection.transaction(async (session) => {
    const before = await existing(id, session)
    const losesAdmin = (change.role ?? before.role) !== 'admin' || (change.status ?? before.status) !== 'active'
    if (losesAdmin) await keepAnAdmin(before, ctx.now(), session)
    const differs = (['role', 'status'] as const).some((name) => change[name] && change[name] !== before[name])
    const ends = differs || passwordHash !== undefined
    if (ends) await SessionModel.deleteMany({ userId: before._id }, { session })
    // A sign-in under way writes its session after this; the version it saw makes that one worthless.
    const update = { $set: change, ...(ends && { $inc: { credentialsVersion: 1 } }) }
    return UserModel.findOneAndUpdate({ _id: before._id }, update, { session, returnDocument: 'after' })
      .lean()
      .orFail(notFound)
  })
  ctx.log.info({ userId: ctx.viewer.id, subject: id, fields: Object.keys(given) }, 'user changed')
  return toUser(updated)
}

export async function deleteUser(ctx: Context, id: string): Promise<void> {
  requireCan(ctx.viewer, 'user:manage')
  await mongoose.connection.transaction(async (session) => {
    const user = await existing(id, session)
    await keepAnAdmin(user, ctx.now(), session)
    await SessionModel.deleteMany({ userId: user._id }, { session })
    await UserModel.deleteOne({ _id: user._id }, { session })
    await recordErasures('user', [user._id], ctx.now(), session)
  })
  ctx.log.info({ userId: ctx.viewer.id, subject: id }, 'user deleted')
}

const notFound = () => new AppError('NOT_FOUND', 'That user could not be found.')

async function existing(id: string, session?: ClientSession): Promise<UserRecord> {
  const record = isValidObjectId(id) ? await UserModel.findById(id, null, session ? { session } : {}).lean() : null
  if (!record) throw notFound()
  return record
}

/**
 * Refuses to take the last active admin away. All of them are touched first, so that two admins who remove each other
 * at the same moment collide, and the second one finds itself to be the last.
 */
async function keepAnAdmin(leaving: UserRecord, now: Date, session: ClientSession) {
  if (leaving.role !== 'admin' || leaving.status !== 'active') return
  const activeAdmins = { role: 'admin', status: 'active' } as const
  const { matchedCount } = await UserModel.updateMany(
    activeAdmins,
    { $set: { updatedAt: now } },
    { session, timestamps: false },
  )
  if (matchedCount <= 1) {
    throw new AppError('CONFLICT', 'This is the last active admin. Make somebody else an admin first.')
  }
}

export async function getUser(ctx: Context, id: string): Promise<User> {
  requireCan(ctx.viewer, 'user:manage')
  return toUser(await existing(id))
}
