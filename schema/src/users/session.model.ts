import mongoose, { Schema, type ClientSession, type QueryFilter, type Types } from 'mongoose'
import { PushDeviceModel } from '../push/push-device.model.ts'

/** One signed-in browser. Deleting the record ends the session at once, even if its tokens are still valid. */
export type SessionRecord = {
  _id: string
  userId: Types.ObjectId
  /** The account's `credentialsVersion` at sign-in. The session is invalid under any other. */
  credentialsVersion: number
  /** The secret from which the session's refresh tokens are computed. */
  seed: string
  /** The number of the valid refresh token. */
  generation: number
  /** When that token became valid; the one before stays valid for a moment. */
  rotatedAt: Date
  createdAt: Date
  expiresAt: Date
  /** Browser and system in words, so that its owner recognises it. Null of one that is not known. */
  device: string | null
}

const schema = new Schema<SessionRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    credentialsVersion: { type: Number, required: true },
    seed: { type: String, required: true },
    generation: { type: Number, required: true, default: 0 },
    rotatedAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    device: { type: String, default: null },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ userId: 1 }) // a role or password change ends every session of one person
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }) // MongoDB removes what has run out

export const SessionModel = mongoose.model<SessionRecord>('Session', schema)

/**
 * A session that was written while the password, the role or the status changed is of the account as it was before, and
 * counts for nothing, whichever of the two was written first.
 */
export const isSignedInUnder = (
  session: Pick<SessionRecord, 'credentialsVersion'>,
  user: { credentialsVersion: number },
): boolean => session.credentialsVersion === user.credentialsVersion

/** Ends sessions, and with them the notifications on their devices. Returns how many there were. */
export async function endSessions(
  filter: QueryFilter<SessionRecord>,
  session: ClientSession | null = null,
): Promise<number> {
  const ended = await SessionModel.find(filter, '_id', { session }).lean()
  if (ended.length === 0) return 0
  const ids = ended.map(({ _id }) => _id)
  const { deletedCount } = await SessionModel.deleteMany({ _id: { $in: ids } }, { ...(session && { session }) })
  await PushDeviceModel.deleteMany({ sessionId: { $in: ids } }, { ...(session && { session }) })
  return deletedCount
}
