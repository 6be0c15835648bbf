import mongoose, { Schema } from 'mongoose'
import { holdReasons, type HoldReason } from './quote.ts'

/**
 * A quote that looks like spam: the lead that it becomes when staff release it. Of a discarded one only so much is stored
 * as a repeat of the submission needs for its answer; so also of one whose submission was a lead already.
 */
export type HeldQuoteRecord = {
  _id: number
  submissionId: string
  reason: HoldReason
  lead: Record<string, unknown>
  createdAt: Date
  discardedAt?: Date | null
  /** The lead that its submission was already when staff released it; `discardedAt` is set too. */
  releasedAs?: number
}

const schema = new Schema<HeldQuoteRecord>(
  {
    _id: { type: Number, required: true },
    submissionId: { type: String, required: true },
    reason: { type: String, enum: holdReasons, required: true },
    lead: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
    discardedAt: { type: Date, default: null },
    releasedAs: Number,
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ submissionId: 1 }, { unique: true }) // a repeat gets the same answer
schema.index(
  { 'lead.photos.fileId': 1 },
  { name: 'photos', partialFilterExpression: { 'lead.photos.fileId': { $exists: true } } },
) // the clearing job: files of photos that no quote names
schema.index({ 'lead.email': 1 }) // erasing a homeowner
schema.index({ 'lead.mobile': 1 })
schema.index({ createdAt: -1 }) // the clearing after 30 days
schema.index({ createdAt: -1, _id: -1 }, { name: 'undecided', partialFilterExpression: { discardedAt: null } }) // the list that staff see

export const HeldQuoteModel = mongoose.model<HeldQuoteRecord>('HeldQuote', schema)
