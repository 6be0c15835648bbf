import mongoose, { mongo, Schema, type ClientSession } from 'mongoose'
import { holdReasons, type HoldReason } from '../quotes/quote.ts'
import { driverCollection } from '../transaction.model.ts'

/** What was decided about a submission when it first came, through whatever door and however often it comes. */
export type SubmissionRecord = {
  /** The id that the phone made. */
  _id: string
  /** Why it is held; null when it is a lead, also once staff have released it. */
  held: HoldReason | null
  /** When the lead or held quote was erased or deleted: the submission does not bring it back. */
  goneAt?: Date
  at: Date
}

/** Days for which a submission is remembered, and again after its lead is gone. */
const rememberedDays = 90

const schema = new Schema<SubmissionRecord>(
  {
    _id: { type: String, required: true },
    held: { type: String, enum: [...holdReasons, null], default: null },
    goneAt: Date,
    at: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ at: 1 }, { expireAfterSeconds: rememberedDays * 86_400 })

export const SubmissionModel = mongoose.model<SubmissionRecord>('Submission', schema)

/**
 * The decision that stands: this one, or that of whoever came first with the same submission. The majority write of the
 * lead comes after it, so this one does not wait for a majority of its own. By the plain driver, like the lead itself.
 */
export async function decideOnce(submissionId: string, held: HoldReason | null, at: Date): Promise<SubmissionRecord> {
  const first: SubmissionRecord = { _id: submissionId, held, at }
  try {
    await driverCollection(SubmissionModel).insertOne(first, { writeConcern: { w: 1 } })
    return first
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== 11_000) throw error
    return SubmissionModel.findById(submissionId).lean().orFail()
  }
}

/** Staff have released it: it is a lead now. */
export async function decideReleased(submissionId: string, at: Date, session: ClientSession): Promise<void> {
  await SubmissionModel.updateOne({ _id: submissionId }, { held: null, at }, { upsert: true, session })
}

/** Whether it is still to be held; false once staff have released it. In the transaction that stores it. */
export async function isStillHeld(submissionId: string, at: Date, session: ClientSession): Promise<boolean> {
  const held = { _id: submissionId, held: { $ne: null }, goneAt: { $exists: false } }
  return (await SubmissionModel.updateOne(held, { at }, { session })).matchedCount === 1
}

/** What these submissions became is erased or deleted. */
export async function rememberGone(submissionIds: readonly string[], at: Date, session: ClientSession): Promise<void> {
  if (submissionIds.length === 0) return
  const update = { $set: { goneAt: at, at }, $setOnInsert: { held: null } }
  await SubmissionModel.bulkWrite(
    submissionIds.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
    { session },
  )
}
