import mongoose, { Schema, type ClientSession, type Types } from 'mongoose'

/** A PDF in the store `quoteFiles`, under `fileId`. It belongs to one lead, and to one quote once that is sent. */
export type QuoteFileRecord = {
  _id: Types.ObjectId
  leadId: number
  name: string
  size: number
  fileId: Types.ObjectId
  createdAt: Date
  /** When it is deleted unless a quote is sent with it; null from then on. */
  expiresAt: Date | null
}

const schema = new Schema<QuoteFileRecord>(
  {
    leadId: { type: Number, required: true },
    name: { type: String, required: true },
    size: { type: Number, required: true },
    fileId: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ leadId: 1 }) // deleting a lead, erasing it again after a restore
schema.index({ expiresAt: 1 }) // the clearing job: files that were never sent

export const QuoteFileModel = mongoose.model<QuoteFileRecord>('QuoteFile', schema)

const unsentHours = 24
/** When a file that is stored at this moment is deleted unless it is sent. */
export const quoteFileEnd = (at: Date): Date => new Date(at.getTime() + unsentHours * 3_600_000)

/** The file of this lead with this id, whether it was sent or not. */
export async function findQuoteFile(leadId: number, id: string): Promise<QuoteFileRecord | null> {
  return /^[\da-f]{24}$/i.test(id) ? QuoteFileModel.findOne({ _id: id, leadId }).lean() : null
}

/** In milliseconds, so that the clearing job is never at work on a file that is being sent. */
const margin = 60_000

/** From here on the file is stored as long as its lead. False if it belongs to a quote already, or is gone or about to go. */
export async function keepQuoteFile(id: string, at: Date, session: ClientSession): Promise<boolean> {
  const unsent = { _id: id, expiresAt: { $gt: new Date(at.getTime() + margin) } }
  const { matchedCount } = await QuoteFileModel.updateOne(unsent, { expiresAt: null }, { session })
  return matchedCount > 0
}
