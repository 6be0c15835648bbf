import mongoose, { Schema, type ClientSession, type QueryFilter } from 'mongoose'
import { cleanSearch, escapePattern } from '../lists.ts'
import { CounterModel } from './lead-id.model.ts'
import { LeadModel, type LeadRecord } from './lead.model.ts'

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

/**
 * The lead's matching is done, or given up. The search index gets it in the same transaction, because search itself looks
 * through those that are not done. Does nothing when it was done before.
 */
export async function finishLead(leadId: number, dispatchedAt: Date, session: ClientSession): Promise<void> {
  const open = { _id: leadId, dispatchedAt: null }
  const lead = await LeadModel.findOneAndUpdate(open, { dispatchedAt }, { session, projection: 'searchText' }).lean()
  if (lead) await indexLeads([lead], session)
}

/** The counter that says up to which lead those of older releases are searchable. It is gone once all are. */
export const searchProgress = 'lead-search'

/** Leads up to which reading and sorting those found is quicker than walking the list until a page is full. */
const fewLeads = 2_000

export type FoundLeads = {
  /** The condition on `searchText`: it decides, whatever the index suggests. */
  match: QueryFilter<LeadRecord>
  /** All leads that can match; null when they are many. */
  ids: number[] | null
  /** The same, however many up to the limit; null when there are more. */
  idsUpTo: (limit: number) => Promise<number[] | null>
  /** How many leads match, if the index alone tells it: null otherwise. */
  countUpTo: (limit: number) => Promise<number | null>
}

/** Where to look for the leads whose text contains this one, in any case; null when there is nothing to look for. */
export async function findText(text: string | null | undefined): Promise<FoundLeads | null> {
  const needles = needlesOf(text ?? '')
  if (needles.length === 0) return null
  const match = { searchText: new RegExp(needles.map(escapePattern).join('|')) }
  const idsUpTo = async (limit: number): Promise<number[] | null> => {
    if (!(await isComplete())) return null
    // First those that the worker has not indexed: one that it indexes meanwhile is found a second time.
    const ids = new Set(await freshLeads(match, limit))
    for (const needle of needles) for (const id of await indexedLeads(needle, limit)) ids.add(id)
    return ids.size > limit ? null : [...ids]
  }
  const ids = await idsUpTo(fewLeads)
  const countUpTo = async (limit: number): Promise<number | null> => {
    const [needle = '', ...others] = needles
    if (others.length > 0 || Array.from(needle).length > tailLength || !(await isComplete())) return null
    const fresh = await freshLeads(match, limit)
    const tails = beginning(needle)
    return fresh.length + (await LeadSearchModel.countDocuments({ tails }, { hint: byTails, limit }))
  }
  return { match, ids, idsUpTo, countUpTo }
}

/** A phone number is found however it is written, though it is stored as `+447700900123`. */
function needlesOf(text: string): string[] {
  const wanted = cleanSearch(text).toLowerCase()
  if (wanted === '') return []
  const digits = wanted
    .replace('(0)', '')
    .replace(/[\s().+-]/g, '')
    .replace(/^0+/, '')
  if (!/^\d{4,}$/.test(digits)) return [wanted]
  return wanted.includes(digits) ? [digits] : [wanted, digits]
}

/** The databases of which it is known; such a database stays complete. */
const complete = new WeakSet<object>()

/** False while workers still make the leads of an older release searchable. */
async function isComplete(): Promise<boolean> {
  const { db } = CounterModel.db
  if (db && complete.has(db)) return true
  if ((await CounterModel.exists({ _id: searchProgress })) !== null) return false
  if (db) complete.add(db)
  return true
}

type OnlyId = { _id: number }

async function freshLeads(match: QueryFilter<LeadRecord>, limit: number): Promise<number[]> {
  const leads = await LeadModel.find({ dispatchedAt: null, ...match }, { _id: 1 })
    .hint('undispatched')
    .limit(limit + 1)
    .lean<OnlyId[]>()
  return leads.map(({ _id }) => _id)
}

const beginning = (text: string) => new RegExp(`^${escapePattern(text)}`)

const byTails = { tails: 1, _id: 1 } as const

/** Up to one more than `limit`. Of a long text the part is compared that the fewest leads have. */
async function indexedLeads(needle: string, limit: number): Promise<number[]> {
  const characters = Array.from(needle)
  const surplus = characters.length - tailLength
  let tails: string | RegExp = beginning(needle)
  if (surplus > 0) {
    const starts = [...new Set([0, Math.floor(surplus / 2), surplus])]
    const parts = starts.map((start) => characters.slice(start, start + tailLength).join(''))
    const counts = await Promise.all(
      parts.map((part) => LeadSearchModel.countDocuments({ tails: part }, { hint: byTails, limit: limit + 1 })),
    )
    tails = parts[counts.indexOf(Math.min(...counts))] ?? needle
  }
  const leads = await LeadSearchModel.find({ tails }, { _id: 1 })
    .hint(byTails)
    .limit(limit + 1)
    .lean<OnlyId[]>()
  return leads.map(({ _id }) => _id)
}
