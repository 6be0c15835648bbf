import mongoose, { Schema } from 'mongoose'

type CounterRecord = { _id: string; next: number }
const schema = new Schema<CounterRecord>(
  { _id: { type: String, required: true }, next: { type: Number, required: true } },
  { versionKey: false, autoIndex: false },
)
export const CounterModel = mongoose.model<CounterRecord>('Counter', schema)

/**
 * Numeric lead ids, taken from the counter in blocks, so that a submit does not pay a write for its number.
 * Unique across processes and rising within one; a stopped process leaves a gap.
 */
export function createLeadIds(blockSize = 100): () => Promise<number> {
  let next = 0
  let end = 0
  let block: Promise<void> | null = null

  const takeBlock = async () => {
    const counter = await CounterModel.findOneAndUpdate(
      { _id: 'lead' },
      { $inc: { next: blockSize } },
      { upsert: true, returnDocument: 'after', writeConcern: { w: 'majority' } },
    )
      .lean()
      .orFail()
    end = counter.next
    next = end - blockSize
  }

  return async () => {
    while (next >= end) await (block ??= takeBlock().finally(() => (block = null)))
    return ++next
  }
}
