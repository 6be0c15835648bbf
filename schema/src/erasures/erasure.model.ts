import mongoose, { Schema, type ClientSession } from 'mongoose'

/** What can be erased for good: for each kind the collections to delete from, and the field with its id. */
export const erasable = {
  // A held quote has the id of the lead that it may become.
  lead: { leads: '_id', deliveries: 'leadId', heldquotes: '_id', quotefiles: 'leadId', estimates: 'leadId' },
  /** A homeowner's details, of a lead that stays without them. A document that was written afterwards has `erasedAt`. */
  homeowner: { leads: '_id', heldquotes: '_id', quotefiles: 'leadId', estimates: 'leadId' },
  'held-quote': { heldquotes: '_id' },
  user: { users: '_id', sessions: 'userId', savedviews: '_id', deliveries: 'userId' },
  contractor: { contractors: '_id', evidences: 'contractorId', webhooks: '_id' },
  // The file has the id of its record.
  evidence: { evidences: '_id', 'evidence.files': '_id', 'evidence.chunks': 'files_id' },
  /** The PDF that was sent with a quote; its record goes with the lead. */
  'quote-file': { 'quoteFiles.files': '_id', 'quoteFiles.chunks': 'files_id' },
  /** The file; the rest of a photo is in its lead. */
  photo: { 'photos.files': '_id', 'photos.chunks': 'files_id' },
} as const satisfies Record<string, Record<string, string>>

export type ErasureKind = keyof typeof erasable
export const erasureKinds = Object.keys(erasable) as [ErasureKind, ...ErasureKind[]]

/** Records that something was erased, but nothing of its content, so that restoring an older backup erases it again. */
export type Erasure = { kind: ErasureKind; id: string; at: Date }
type ErasureRecord = Erasure & { _id: string }

const schema = new Schema<ErasureRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: erasureKinds, required: true },
    id: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { id: false, versionKey: false, strict: 'throw', autoIndex: false },
)

export const ErasureModel = mongoose.model<ErasureRecord>('Erasure', schema)

export const erasureKey = ({ kind, id }: Pick<Erasure, 'kind' | 'id'>) => `${kind}:${id}`

/** Call this with every permanent deletion, in its transaction if it has one. */
export async function recordErasures(
  kind: ErasureKind,
  ids: readonly { toString(): string }[],
  at: Date,
  session?: ClientSession,
): Promise<void> {
  if (ids.length === 0) return
  const erasures = ids.map((each) => ({ kind, id: String(each), at }))
  await ErasureModel.bulkWrite(
    erasures.map((erasure) => ({
      updateOne: { filter: { _id: erasureKey(erasure) }, update: { $setOnInsert: erasure }, upsert: true },
    })),
    session ? { session } : {},
  )
}
