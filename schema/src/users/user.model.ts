import mongoose, { Schema, type Types } from 'mongoose'
import { roles, userStatuses, type User } from './user.ts'

export type UserRecord = Omit<User, 'id'> & {
  _id: Types.ObjectId
  passwordHash: string
  /** Rises with every change of password, role or status, which ends the sessions of the version before. */
  credentialsVersion: number
  updatedAt: Date
}

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
  },
  { timestamps: true, versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ email: 1 }, { unique: true }) // signing in, and no two accounts with one address
schema.index({ role: 1, status: 1 }) // the last active admin, assignees

export const UserModel = mongoose.model<UserRecord>('User', schema)

/** Finds the account only while its password, role and status are those of this record. Older accounts have no version. */
export const withSameCredentials = ({ _id, credentialsVersion }: Pick<UserRecord, '_id' | 'credentialsVersion'>) => ({
  _id,
  credentialsVersion: credentialsVersion || { $in: [0, null] },
})

/** Without the password hash, which never leaves the auth service. */
export function toUser(record: UserRecord): User {
  const { _id, passwordHash: _, credentialsVersion: __, updatedAt: ___, ...rest } = record
  return { id: String(_id), ...rest }
}
