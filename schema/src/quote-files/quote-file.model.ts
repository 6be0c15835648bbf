import mongoose, { Schema, type ClientSession, type Types } from 'mongoose'
import { isFileId, priceFileTypes, type PriceFile } from './quote-file.ts'

/**
 * A file in the store `quoteFiles`, under `fileId`. It belongs to one lead: to the quote that staff send with it, or to the
 * versions of one firm's price.
 */
export type QuoteFileRecord = Omit<PriceFile, 'id'> & {
  _id: Types.ObjectId
  leadId: number
  /** Whose price it belongs to; null of what staff attach. */
  contractorId: string | null
  fileId: Types.ObjectId
  createdAt: Date
  /** When it is deleted unless it is sent; null from then on. */
  expiresAt: Date | null
}

const schema = new Schema<QuoteFileRecord>(
  {
    leadId: { type: Number, required: true },
    contractorId: { type: String, default: null },
    name: { type: String, required: true },
    size: { type: Number, required: true },
    type: { type: String, enum: priceFileTypes, required: true },
    sha256: { type: String, required: true },
    width: { type: Number, default: null },
    height: { type: Number, default: null },
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
  return isFileId(id.toLowerCase()) ? QuoteFileModel.findOne({ _id: id, leadId }).read('primary').lean() : null
}

/** Whose files a price may have: those of its lead that its firm added. */
export type FileOwner = Pick<QuoteFileRecord, 'leadId' | 'contractorId'>

/** Files that a firm added to its price of a job, sent or not, in this order. What is not there any more is left out. */
export async function findPriceFiles(owner: FileOwner, ids: readonly string[]): Promise<QuoteFileRecord[]> {
  const known = ids.filter(isFileId)
  if (known.length === 0) return []
  const records = await QuoteFileModel.find({ _id: { $in: known }, ...owner })
    .read('primary')
    .lean()
  return known.flatMap((id) => records.find(({ _id }) => String(_id) === id) ?? [])
}

export const toPriceFile = ({ _id, name, size, type, sha256, width, height }: QuoteFileRecord): PriceFile => ({
  id: String(_id),
  name,
  size,
  type,
  sha256,
  width,
  height,
})

/** In milliseconds, so that the clearing job is never at work on a file that is being sent. */
const margin = 60_000

/** From here on the file is stored as long as its lead. False if it belongs to a quote already, or is gone or about to go. */
export async function keepQuoteFile(id: string, at: Date, session: ClientSession): Promise<boolean> {
  const unsent = { _id: id, expiresAt: { $gt: new Date(at.getTime() + margin) } }
  const { matchedCount } = await QuoteFileModel.updateOne(unsent, { expiresAt: null }, { session })
  return matchedCount > 0
}

/** The same for the files of a firm's price; one that an earlier version had may be sent again. */
export async function keepPriceFiles(
  owner: FileOwner,
  ids: readonly string[],
  at: Date,
  session: ClientSession,
): Promise<boolean> {
  const there = { $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date(at.getTime() + margin) } }] }
  const match = { _id: { $in: [...ids] }, ...owner, ...there }
  const { matchedCount } = await QuoteFileModel.updateMany(match, { expiresAt: null }, { session })
  return matchedCount === ids.length
}
