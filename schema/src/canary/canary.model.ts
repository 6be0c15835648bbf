import mongoose, { Schema } from 'mongoose'
import type { LeadRecord } from '../leads/lead.model.ts'

/**
 * A test lead that the system sends itself, to see that leads get through. It is stored apart from the leads, so no list,
 * figure, export, matching or email can have it (docs/decisions/0027-canary.md).
 */
export type CanaryRecord = {
  /** The number of its interval since 1970, so that of several api processes one sends it. */
  _id: number
  submittedAt: Date
  /** What a homeowner's quote would have become; missing until its form was answered. */
  lead?: LeadRecord
  /** When a worker was done with it. */
  arrivedAt: Date | null
}

const schema = new Schema<CanaryRecord>(
  {
    _id: { type: Number, required: true },
    submittedAt: { type: Date, required: true },
    lead: { type: Schema.Types.Mixed },
    arrivedAt: { type: Date, default: null },
  },
  { collection: 'canaries', versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ submittedAt: 1 }, { expireAfterSeconds: 7 * 86_400 }) // MongoDB removes what is a week old

export const CanaryModel = mongoose.model<CanaryRecord>('Canary', schema)

/** Milliseconds in which a test lead must be through. */
export const canaryBoundMs = 5 * 60_000

/** Since when test leads do not get through; null while the latest one that is due has. */
export async function canariesMissingSince(now: Date): Promise<Date | null> {
  const arrived = await CanaryModel.findOne({ arrivedAt: { $ne: null } }, 'submittedAt')
    .sort({ submittedAt: -1 })
    .lean()
  const due = { $gt: arrived?.submittedAt ?? new Date(0), $lte: new Date(now.getTime() - canaryBoundMs) }
  const missing = await CanaryModel.findOne({ submittedAt: due }, 'submittedAt').sort({ submittedAt: 1 }).lean()
  return missing?.submittedAt ?? null
}
