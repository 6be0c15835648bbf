import mongoose, { Schema } from 'mongoose'

type CounterRecord = { _id: string; next: number }
const schema = new Schema<CounterRecord>(
  { _id: { type: String, required: true }, next: { type: Number, required: true } },
  { versionKey: false, autoIndex: false },
)
export const CounterModel = mongoose.model<CounterRecord>('Counter', schema)

/**
 * Numeric lead ids, taken from the counter in blocks, so that a submit does not need a write for its id. They are unique
 * across processes and rise within one; a stopped process leaves a gap.
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

/** Without 0, O, 1, I, L and U, which are easily misread or misheard. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 6
const space = BigInt(alphabet.length) ** BigInt(length)
// Coprime to the space (2, 3 and 5 do not divide it), so two ids can never share a reference.
const factor = 387_420_499n
const shift = 271_828_183n

/** The reference of a lead id: unique below 729 million, and it does not reveal how many leads there are. */
export function referenceOf(id: number): string {
  const digits = ((BigInt(id) * factor + shift) % space).toString(alphabet.length).padStart(length, '0')
  return `KB-${digits.replace(/./g, (digit) => alphabet.charAt(Number.parseInt(digit, alphabet.length)))}`
}
