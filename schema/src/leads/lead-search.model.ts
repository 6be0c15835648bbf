import mongoose, { Schema, type ClientSession } from 'mongoose'

/** What a lead can be found by: how its search text goes on from each of its characters. */
type LeadSearchRecord = { _id: number; tails: string[] }

const schema = new Schema<LeadSearchRecord>(
  { _id: { type: Number, required: true }, tails: { type: [String], required: true } },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ tails: 1, _id: 1 }) // search: the leads whose text contains this one

export const LeadSearchModel = mongoose.model<LeadSearchRecord>('LeadSearch', schema)

/** Characters of a tail. A text of this length or less is found exactly; for a longer one this much of it is compared. */
export const tailLength = 12

/** A tail never goes beyond its line, because no searched text does. */
export function tailsOf(searchText: string): string[] {
  const tails = new Set<string>()
  for (const line of searchText.split('\n')) {
    const characters = Array.from(line)
    for (const start of characters.keys()) tails.add(characters.slice(start, start + tailLength).join(''))
  }
  return [...tails]
}

/** Makes leads searchable by their present text. Give the session of the transaction that changed the text. */
export async function indexLeads(
  leads: readonly { _id: number; searchText: string }[],
  session?: ClientSession,
): Promise<void> {
  if (leads.length === 0) return
  // The plain driver: a seed and a migration write millions of tails, which need no casting.
  await LeadSearchModel.collection.bulkWrite(
    leads.map(({ _id, searchText }) => ({
      replaceOne: { filter: { _id: _id as never }, replacement: { tails: tailsOf(searchText) }, upsert: true },
    })),
    { ordered: false, ...(session && { session }) },
  )
}

/** The counter that says up to which lead those of older releases are searchable. It is gone once all are. */
export const searchProgress = 'lead-search'
