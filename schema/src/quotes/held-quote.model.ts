import mongoose, { Schema } from 'mongoose'

/** Why a quote was held back from the leads (contracts, section 7). */
export const holdReasons = ['honeypot', 'too-fast', 'address-rate', 'contact-rate'] as const
export type HoldReason = (typeof holdReasons)[number]

/** A quote that looks like spam: the lead it would have been, apart from all leads until staff release it. */
export type HeldQuoteRecord = {
  _id: number
  submissionId: string
  reason: HoldReason
  lead: Record<string, unknown>
  createdAt: Date
}

const schema = new Schema<HeldQuoteRecord>(
  {
    _id: { type: Number, required: true },
    submissionId: { type: String, required: true },
    reason: { type: String, enum: holdReasons, required: true },
    lead: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ submissionId: 1 }, { unique: true }) // a repeat gets the same answer
schema.index({ createdAt: -1 }) // the list staff look through, and the clearing after 30 days

export const HeldQuoteModel = mongoose.model<HeldQuoteRecord>('HeldQuote', schema)
