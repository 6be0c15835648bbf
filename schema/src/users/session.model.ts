import mongoose, { Schema, type Types } from 'mongoose'

/** One signed-in browser. Deleting the record ends it at once, whatever its tokens say. */
export type SessionRecord = {
  _id: string
  userId: Types.ObjectId
  /** SHA-256 of the refresh token that is good now; an older one ends the session. */
  refreshHash: string
  createdAt: Date
  expiresAt: Date
}

const schema = new Schema<SessionRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    refreshHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ userId: 1 }) // a role or password change ends every session of one person
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }) // MongoDB removes what has run out

export const SessionModel = mongoose.model<SessionRecord>('Session', schema)
