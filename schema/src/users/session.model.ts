import mongoose, { Schema, type Types } from 'mongoose'

/** One signed-in browser. Deleting the record ends it at once, whatever its tokens say. */
export type SessionRecord = {
  _id: string
  userId: Types.ObjectId
  /** The account's `credentialsVersion` that was signed in with. Under any other the session counts for nothing. */
  credentialsVersion: number
  /** What the session's refresh tokens are computed from. */
  seed: string
  /** Which of them is good now. */
  generation: number
  /** When it became good; the one before is for a moment longer. */
  rotatedAt: Date
  createdAt: Date
  expiresAt: Date
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
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ userId: 1 }) // a role or password change ends every session of one person
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }) // MongoDB removes what has run out

export const SessionModel = mongoose.model<SessionRecord>('Session', schema)
