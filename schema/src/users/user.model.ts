import mongoose, { Schema, type ClientSession, type Types } from 'mongoose'
import { accountMay, roles, userStatuses, type Action, type Role, type User } from './user.ts'

/** Secrets of two-step sign-in. Without `twoStepEnabledAt` beside them they wait for the first right code. */
export type TwoStepSecrets = {
  /** Shared with the authenticator app, in base32. */
  secret: string
  /** The time step of the latest code used: neither it nor an earlier one works again. */
  lastStep: number
  /** Hashes of the codes that are left. */
  recoveryCodes: string[]
}

export type UserRecord = Omit<User, 'id'> & {
  _id: Types.ObjectId
  passwordHash: string
  /** Rises with every change of password or status, which ends the sessions of the version before. */
  credentialsVersion: number
  /** Read only where a query asks for it. */
  twoStep?: TwoStepSecrets | null
  updatedAt: Date
}

const twoStep = new Schema<TwoStepSecrets>(
  {
    secret: { type: String, required: true },
    lastStep: { type: Number, required: true, default: 0 },
    recoveryCodes: { type: [String], required: true, default: [] },
  },
  { _id: false, strict: 'throw' },
)

const schema = new Schema<UserRecord>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true, lowercase: true },
    role: { type: String, enum: roles, required: true },
    status: { type: String, enum: userStatuses, required: true, default: 'active' },
    phone: { type: String, default: null },
    department: { type: String, default: null },
    lastLoginAt: { type: Date, default: null },
    passwordHash: { type: String, required: true },
    credentialsVersion: { type: Number, required: true, default: 0 },
    version: { type: Number, required: true, default: 1 },
    twoStepEnabledAt: { type: Date, default: null },
    twoStep: { type: twoStep, default: null, select: false },
  },
  { timestamps: true, versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ email: 1 }, { unique: true }) // signing in, and no two accounts with one address
schema.index({ role: 1, status: 1 }) // the last active admin, assignees

export const UserModel = mongoose.model<UserRecord>('User', schema)

/** Finds the account only while its password and status are those of this record. */
export const withSameCredentials = ({ _id, credentialsVersion }: Pick<UserRecord, '_id' | 'credentialsVersion'>) => ({
  _id,
  credentialsVersion,
})

/** The ids of the active people of a role. */
export async function activeOf(role: Role, session: ClientSession | null = null): Promise<string[]> {
  const people = await UserModel.find({ role, status: 'active' }, '_id', { session }).lean()
  return people.map(({ _id }) => String(_id))
}

/** The active managers, or the admins where there is none: who sees to leads. */
export async function findManagers(session: ClientSession | null = null): Promise<string[]> {
  const managers = await activeOf('manager', session)
  return managers.length > 0 ? managers : activeOf('admin', session)
}

/** Without the secrets, which never leave the auth service. */
export function toUser(record: UserRecord): User {
  const { _id, passwordHash: _, credentialsVersion: __, twoStep: ___, updatedAt: ____, ...rest } = record
  return { id: String(_id), ...rest }
}

/** Who asked for what a signed link opens or a job does, if that person may still do this. */
export async function findPermitted(id: string, action: Action, settings: { twoStepForAdmins: boolean }) {
  const user = await UserModel.findById(id, 'name email role status twoStepEnabledAt').lean()
  return user && accountMay(user, action, settings) ? user : null
}

/** Filters and sort of the lead list under a name, as the list's address has them. */
export type SavedView = { id: string; name: string; query: string }

/** The views of one person. All in one document, so that one guarded write holds their number and names. */
export type SavedViewsRecord = {
  /** The user's id. */
  _id: Types.ObjectId
  /** `key`: the name in lower case; no two views of a person have the same. */
  views: (SavedView & { key: string })[]
}

const view = new Schema({ id: String, name: String, key: String, query: String }, { _id: false, id: false })

const savedViewsSchema = new Schema<SavedViewsRecord>(
  { _id: { type: Schema.Types.ObjectId, required: true }, views: { type: [view], default: [] } },
  { versionKey: false, strict: 'throw', autoIndex: false },
)

export const SavedViewsModel = mongoose.model<SavedViewsRecord>('SavedView', savedViewsSchema)
