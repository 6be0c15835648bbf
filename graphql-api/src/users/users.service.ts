import { userSubject } from '@kerbside/schema/audit/audit'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { recordErasures } from '@kerbside/schema/erasures/erasure.model'
import { AppError, invalid } from '@kerbside/schema/errors'
import { randomToken } from '@kerbside/schema/links/signed-link'
import { objectIdPlace, readCursor, toCursor } from '@kerbside/schema/list-cursor.model'
import { defaultPageSize, ListLimit, searchIn, byName } from '@kerbside/schema/lists'
import { inTransaction } from '@kerbside/schema/transaction.model'
import {
  isActiveStaff,
  passwordLength,
  requireCan,
  roles,
  userStatuses,
  type Role,
  type User,
} from '@kerbside/schema/users/user'
import { SavedViewsModel, toUser, UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { endSessions } from '@kerbside/schema/users/session.model'
import { PushDeviceModel } from '@kerbside/schema/push/push-device.model'
import { parse } from '@kerbside/schema/validate'
import { isValidObjectId, type ClientSession, type Types } from 'mongoose'
import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { sendStoredEmail } from '../events/stored-email.ts'
import { EmailAddress, line } from '@kerbside/schema/typed-fields'
import { hashPassword } from './credentials.ts'
import { countWork, handOver, type UserWork } from './hand-over.ts'
import { userChanges } from './user-audit.ts'
import { storePasswordNotice, storeUserEmail } from './user-email.ts'

export const NewPassword = z
  .string('Enter a password')
  .min(passwordLength.min, `A password has at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `A password has at most ${passwordLength.max} characters`)

const fields = {
  name: line(200).pipe(z.string().min(1, 'Enter a name')),
  email: EmailAddress,
  password: NewPassword,
  role: z.enum(roles, 'Choose a role: admin (1), manager (2) or user (3)'),
  status: z.enum(userStatuses, 'Choose a status: active, inactive or pending'),
  phone: line(50).nullable(),
  department: line(100).nullable(),
}

export const NewUser = z.strictObject({
  ...fields,
  role: fields.role.nullish().transform((role) => role ?? 'user'),
  status: fields.status.nullish().transform((status) => status ?? 'active'),
  phone: fields.phone.default(null),
  department: fields.department.default(null),
})
/** The person chooses the password by a link, and is pending until then. */
const InvitedUser = NewUser.omit({ password: true, status: true })
export const UserChange = z.strictObject({
  name: fields.name.nullish(),
  email: fields.email.nullish(),
  password: fields.password.nullish(),
  role: fields.role.nullish(),
  status: fields.status.nullish(),
  phone: fields.phone.optional(),
  department: fields.department.optional(),
  version: z.number('The version must be a whole number').int().nullish(),
  /** Who takes the leads of somebody who is no longer active staff; nobody without it. */
  leadsTo: z.string().nullish(),
})

export async function createUser(ctx: Context, input: unknown): Promise<User> {
  requireCan(ctx.viewer, 'user:manage')
  const { password, ...user } = parse(NewUser, input)
  const created = await UserModel.create({ ...user, passwordHash: await hashPassword(password) })
  await recordAudit(ctx, { action: 'user.created', subject: userSubject(created), details: created.role })
  return toUser(created.toObject())
}

/** Makes a pending user and emails a link with which the person chooses the password. */
export async function inviteUser(ctx: Context, input: unknown): Promise<User> {
  requireCan(ctx.viewer, 'user:manage')
  const user = parse(InvitedUser, input)
  // Until it is chosen the password is one that nobody knows.
  const record = { ...user, status: 'pending' as const, passwordHash: await hashPassword(randomToken()) }
  const { invited, email } = await inTransaction(async (session) => {
    const invited = new UserModel(record)
    await invited.save({ session })
    await recordAudit(ctx, { action: 'user.invited', subject: userSubject(invited), details: invited.role }, session)
    return { invited: invited.toObject(), email: await storeInvitation(ctx, invited._id, session) }
  })
  await sendStoredEmail(ctx, email)
  return toUser(invited)
}

/** Sends a pending user another link. The links before it work until one of them is used or their time is over. */
export async function sendInvitation(ctx: Context, id: string): Promise<User> {
  requireCan(ctx.viewer, 'user:manage')
  const user = await existingUser(id)
  if (user.status !== 'pending') throw new AppError('CONFLICT', 'Only a pending user can be invited.')
  await sendStoredEmail(ctx, await storeInvitation(ctx, user._id))
  await recordAudit(ctx, { action: 'user.invited', subject: userSubject(user), details: 'Another link' })
  return toUser(user)
}

const storeInvitation = (ctx: Context, userId: Types.ObjectId, session?: ClientSession) =>
  storeUserEmail(ctx, { userId, kind: 'invitation', about: ctx.now().getTime() }, session)

/**
 * A change of email, status or password ends every session of that person at once, and every link that was mailed to
 * them. With `version` a stale change is a conflict; without it the last one wins.
 */
export async function updateUser(ctx: Context, id: string, input: unknown): Promise<User> {
  requireCan(ctx.viewer, 'user:manage')
  const { password, version, leadsTo, ...given } = parse(UserChange, input)
  const passwordHash = password ? await hashPassword(password) : undefined
  const entries = Object.entries({ ...given, passwordHash }).filter(
    ([name, value]) => value !== undefined && (value !== null || name === 'phone' || name === 'department'),
  )
  const change: Partial<UserRecord> = Object.fromEntries(entries)

  const updated = await inTransaction(async (session) => {
    const before = await existingUser(id, session)
    if (version && version !== before.version) throw stale()
    const losesAdmin = (change.role ?? before.role) !== 'admin' || (change.status ?? before.status) !== 'active'
    if (losesAdmin) await keepAnAdmin(before, ctx.now(), session)
    const isMoved = (change.email ?? before.email) !== before.email
    const ends = isMoved || (change.status ?? before.status) !== before.status || passwordHash !== undefined
    if (ends) await endSessions({ userId: before._id }, session)
    const leaves = isActiveStaff(before) && !isActiveStaff({ ...before, ...change })
    const handedOver = leaves ? await handOver(ctx, before, await takerOf(leadsTo, id), session) : null
    // A sign-in under way writes its session after this; the version it saw makes that one worthless.
    const update = {
      $set: { ...change, version: before.version + 1 },
      ...(ends && { $inc: { credentialsVersion: 1 } }),
    }
    const after = await UserModel.findOneAndUpdate({ _id: before._id }, update, { session, returnDocument: 'after' })
      .lean()
      .orFail(notFound)
    await recordAudit(ctx, userChanges(before, change, handedOver), session)
    const emails = isMoved ? await storeMoveNotices(ctx, before, after, session) : []
    if (passwordHash) emails.push(await storePasswordNotice(ctx, after, session))
    return { after, emails }
  })
  for (const email of updated.emails) await sendStoredEmail(ctx, email)
  return toUser(updated.after)
}

/** Tells both addresses. Whoever has not begun yet gets another invitation at the new one. */
async function storeMoveNotices(ctx: Context, before: UserRecord, after: UserRecord, session: ClientSession) {
  const { _id: userId, credentialsVersion: about } = after
  const away = { userId, kind: 'email-changed-away' as const, about, formerAddress: before.email }
  const toFormer = await storeUserEmail(ctx, away, session)
  const toNew =
    after.status === 'pending'
      ? await storeInvitation(ctx, userId, session)
      : await storeUserEmail(ctx, { userId, kind: 'email-changed', about }, session)
  return [toFormer, toNew]
}

/** What waits with somebody who is to leave. */
export async function userWork(ctx: Context, id: string): Promise<UserWork> {
  requireCan(ctx.viewer, 'user:manage')
  return countWork(await existingUser(id))
}

/** Who takes the leads of somebody who leaves; null for nobody. INVALID by `leadsTo` unless an active admin or manager. */
async function takerOf(leadsTo: string | null | undefined, leaver: string): Promise<Assignee | null> {
  const taker = leadsTo ? await findAssignee(leadsTo, 'leadsTo') : null
  return taker?.id === leaver ? null : taker
}

/** `leadsTo`: the colleague who takes their leads; nobody without one. */
export async function deleteUser(ctx: Context, id: string, leadsTo: string | null = null): Promise<void> {
  requireCan(ctx.viewer, 'user:manage')
  const taker = await takerOf(leadsTo, id)
  await inTransaction(async (session) => {
    const user = await existingUser(id, session)
    await keepAnAdmin(user, ctx.now(), session)
    await endSessions({ userId: user._id }, session)
    // Sessions that have run out may have left devices behind.
    await PushDeviceModel.deleteMany({ userId: String(user._id) }, { session })
    await SavedViewsModel.deleteOne({ _id: user._id }, { session })
    await DeliveryModel.deleteMany({ userId: String(user._id) }, { session })
    await UserModel.deleteOne({ _id: user._id }, { session })
    await recordErasures('user', [user._id], ctx.now(), session)
    const details = await handOver(ctx, user, taker, session)
    await recordAudit(ctx, { action: 'user.deleted', subject: userSubject(user), details }, session)
  })
}

const notFound = () => new AppError('NOT_FOUND', 'That user could not be found.')
const stale = () =>
  new AppError(
    'CONFLICT',
    'A colleague has changed this user since you opened it. Check what it says now, and save again.',
  )

export async function existingUser(id: string, session?: ClientSession): Promise<UserRecord> {
  const record = isValidObjectId(id) ? await UserModel.findById(id, null, session ? { session } : {}).lean() : null
  if (!record) throw notFound()
  return record
}

/**
 * Rejects taking the last active admin away. All of them are touched first, so that two admins who remove each other
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
  return toUser(await existingUser(id))
}

export const UserFilter = z.strictObject({
  search: z.string().max(200, 'Search for 200 characters at most').nullish(),
  role: z.enum(roles, 'This is not a role').nullish(),
  status: z.enum(userStatuses, 'This is not a status').nullish(),
})
const Page = z.strictObject({
  filter: UserFilter,
  limit: ListLimit.default(defaultPageSize),
  cursor: z.string().optional(),
})

/** Everybody whom the filter leaves, oldest account first. */
export async function listUsers(ctx: Context, input: unknown): Promise<User[]> {
  requireCan(ctx.viewer, 'user:manage')
  const records = await UserModel.find(matching(parse(UserFilter, input)))
    .sort({ _id: 1 })
    .lean()
  return records.map(toUser)
}

export type UserPage = { users: User[]; nextCursor: string | null; total: number }

/** The same, a page at a time; ids rise with time, so they are the cursor. */
export async function pageOfUsers(ctx: Context, input: unknown): Promise<UserPage> {
  requireCan(ctx.viewer, 'user:manage')
  const { filter, limit, cursor } = parse(Page, input)
  const after = cursor ? readCursor('users', objectIdPlace, cursor, 'cursor')[0] : undefined
  const wanted = matching(filter)
  const [records, total] = await Promise.all([
    UserModel.find({ ...wanted, ...(after && { _id: { $gt: after } }) })
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean(),
    UserModel.countDocuments(wanted),
  ])
  const users = records.slice(0, limit).map(toUser)
  const last = records.length > limit ? users.at(-1) : undefined
  return { users, nextCursor: last ? toCursor('users', last.id) : null, total }
}

/** Search by words over name, email and department (docs/specification.md, 9.6). */
function matching({ search, role, status }: z.output<typeof UserFilter>) {
  return {
    ...searchIn(['name', 'email', 'department'], search),
    ...(role && { role }),
    ...(status && { status }),
  }
}

export type Assignee = { id: string; name: string }

const activeStaff = { status: 'active', role: { $in: ['admin', 'manager'] satisfies Role[] } } as const

/** Everybody a lead can be given to. */
export async function listAssignees(ctx: Context): Promise<Assignee[]> {
  requireCan(ctx.viewer, 'lead:read')
  const users = await UserModel.find(activeStaff, { name: 1 }).sort({ name: 1, _id: 1 }).collation(byName).lean()
  return users.map(({ _id, name }) => ({ id: String(_id), name }))
}

/** For the services that give leads away. */
export async function findAssignee(id: string, field = 'assignedTo'): Promise<Assignee> {
  const user = isValidObjectId(id) ? await UserModel.findOne({ _id: id, ...activeStaff }, { name: 1 }).lean() : null
  if (!user) throw invalid(field, 'Choose an active admin or manager.')
  return { id: String(user._id), name: user.name }
}
