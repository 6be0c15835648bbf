import mongoose, { Schema, type ClientSession, type QueryFilter } from 'mongoose'
import { cleanSearch, escapePattern } from '../../lists.ts'
import { LeadModel, type LeadRecord } from '../lead.model.ts'
import { cachedCount, type CountCache } from './cached-count.ts'
import { countedLeads } from './lead-filter.ts'

/**
 * What a lead can be found by: how its search text goes on from each of its characters. `week`: in which it was received,
 * missing in what a server of a former release has written.
 */
type LeadSearchRecord = { _id: number; week?: number; tails: string[] }

const schema = new Schema<LeadSearchRecord>(
  { _id: { type: Number, required: true }, week: Number, tails: { type: [String], required: true } },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
const byWeek = { week: 1, tails: 1, _id: 1 } as const
schema.index(byWeek, { name: 'tails-by-week' }) // search: the leads whose text contains this one, week by week

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

export const weekMs = 7 * 86_400_000
/** Weeks are counted from 1970 on, in UTC: they part the index, and nobody sees them. */
export const weekOf = (date: Date): number => Math.floor(date.getTime() / weekMs)

/** Makes leads searchable by their present text. Give the session of the transaction that changed the text. */
export async function indexLeads(
  leads: readonly Pick<LeadRecord, '_id' | 'searchText' | 'createdAt'>[],
  session?: ClientSession,
): Promise<void> {
  if (leads.length === 0) return
  // The plain driver: a seed writes millions of tails, which need no casting.
  await LeadSearchModel.collection.bulkWrite(
    leads.map(({ _id, searchText, createdAt }) => {
      const replacement = { week: weekOf(createdAt), tails: tailsOf(searchText) }
      return { replaceOne: { filter: { _id: _id as never }, replacement, upsert: true } }
    }),
    { ordered: false, ...(session && { session }) },
  )
}

/**
 * The lead's matching is done, or given up. The search index gets it in the same transaction, because search itself looks
 * through those that are not done. Does nothing when it was done before.
 */
export async function finishLead(leadId: number, dispatchedAt: Date, session: ClientSession): Promise<void> {
  const open = { _id: leadId, dispatchedAt: null }
  const options = { session, projection: 'searchText createdAt' } as const
  const lead = await LeadModel.findOneAndUpdate(open, { dispatchedAt }, options).lean()
  if (lead) await indexLeads([lead], session)
}

/** Weeks from one to another, both included, in the order in which they are read. */
export type Weeks = { from: number; to: number; direction: 1 | -1 }

/** No date is in a week beyond this one, or before it with a minus. */
const lastWeek = 15_000_000
export const allWeeks: Weeks = { from: -lastWeek, to: lastWeek, direction: -1 }
const everyWeek = { $gte: allWeeks.from, $lte: allWeeks.to }

/**
 * `end`: the week of which there may be more, so that none of it is among them; null when there is none. `isDense`: it is
 * the first week that has any, or so many wait for a worker, which are near each other, that only some of them were read.
 */
type OfWeeks = { ids: number[]; end: number | null; isDense: boolean }

/** `isAll`: there are no more. */
type Some = { ids: number[]; isAll: boolean }

export type FoundLeads = {
  /** The condition on `searchText`: it decides, whatever the index suggests. */
  match: QueryFilter<LeadRecord>
  /** So many leads that can match. */
  some: (limit: number) => Promise<Some>
  /** All leads that can match, up to the limit; null when there are more. */
  idsUpTo: (limit: number) => Promise<number[] | null>
  /** The first so many that can match, without those of the week at which they end, and those of no week. */
  idsOfWeeks: (weeks: Weeks, limit: number) => Promise<OfWeeks>
  /** How many leads match, up to one more than are counted, if the index alone tells it: null otherwise. */
  count: () => Promise<number | null>
}

/** Where to look for the leads whose text contains this one, in any case; null when there is nothing to look for. */
export async function findText(
  text: string | null | undefined,
  now: Date,
  cache: CountCache | undefined,
): Promise<FoundLeads | null> {
  const needles = needlesOf(text ?? '')
  if (needles.length === 0) return null
  const match = { searchText: new RegExp(needles.map(escapePattern).join('|')) }
  const isExact = needles.every(isWhole)
  const tails = { $in: await Promise.all(needles.map((needle) => tailOf(needle, now))) }
  const key = `tails ${needles.join('\n')}`
  // Without a cache it is as quick to look there.
  const isAllInWeeks = async () =>
    cache !== undefined && (await cachedCount(cache, 'in no week', countInNoWeek, kept)) === 0

  /** All that can match, once they are known. */
  let all: number[] | null = null
  const read = async ({ from, to, direction }: Weeks, limit: number) => {
    const isAnyElsewhere = !(await isAllInWeeks())
    // Read first: a lead that the worker indexes meanwhile is found a second time, and never missed.
    const fresh = isAnyElsewhere ? await readFresh(match, limit) : []
    const [former, weeks] = await Promise.all([
      isAnyElsewhere ? readFormer(tails) : [],
      readWeeks({ tails, weeks: { from, to, direction }, limit }),
    ])
    const others = [...fresh, ...former]
    const isAll = others.length < limit && weeks.reduce((sum, { ids }) => sum + ids.length, 0) < limit
    if (isAll && from === allWeeks.from && to === allWeeks.to) {
      all = [...new Set([...others, ...weeks.flatMap(({ ids }) => ids)])]
    }
    return { others, weeks, isAll }
  }
  const idsOfWeeks = async (weeks: Weeks, limit: number): Promise<OfWeeks> => {
    const { others, weeks: found, isAll } = await read(weeks, limit)
    const { from, to, direction } = weeks
    if (others.length >= limit) return { ids: others, end: direction === 1 ? from : to, isDense: true }
    const end = isAll ? null : direction * Math.max(...found.map(({ week }) => direction * week))
    const whole = found.filter(({ week }) => week !== end).flatMap(({ ids }) => ids)
    return { ids: [...new Set([...others, ...whole])], end, isDense: end !== null && whole.length === 0 }
  }
  const some = async (limit: number): Promise<Some> => {
    if (all) return { ids: all, isAll: true }
    const { others, weeks, isAll } = await read(allWeeks, limit)
    return { ids: [...new Set([...others, ...weeks.flatMap(({ ids }) => ids)])], isAll }
  }
  const idsUpTo = async (limit: number): Promise<number[] | null> => {
    if (((await cache?.get(key)) ?? 0) > limit) return null
    const { ids, isAll } = await some(limit + 1)
    return isAll && ids.length <= limit ? ids : null
  }
  const count = async (): Promise<number | null> => {
    if (!isExact) return null
    if (all) return all.length
    return cachedCount(cache, key, async () =>
      (await isAllInWeeks())
        ? LeadSearchModel.countDocuments({ week: everyWeek, tails }, { hint: byWeek, limit: countedLeads + 1 })
        : (await some(countedLeads + 1)).ids.length,
    )
  }
  return { match, some, idsUpTo, idsOfWeeks, count }
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

type Tails = { $in: (string | RegExp)[] }

/** Whether there are leads in no week of the index, or one. Its owner asks again after a change of leads. */
async function countInNoWeek(): Promise<number> {
  const [fresh, former] = await Promise.all([
    LeadModel.countDocuments({ dispatchedAt: null }, { hint: 'undispatched', limit: 1 }),
    LeadSearchModel.countDocuments({ week: null }, { hint: byWeek, limit: 1 }),
  ])
  return fresh + former
}
const kept = () => true

const byWeeks = { $group: { _id: '$week', ids: { $push: '$_id' } } } as const

/** What no worker has indexed yet. */
async function readFresh(match: QueryFilter<LeadRecord>, limit: number): Promise<number[]> {
  const found = await LeadModel.find({ dispatchedAt: null, ...match }, { _id: 1 })
    .hint('undispatched')
    .limit(limit)
    .lean<{ _id: number }[]>()
  return found.map(({ _id }) => _id)
}

/** What a server of a former release has indexed. */
async function readFormer(tails: Tails): Promise<number[]> {
  const found = await LeadSearchModel.aggregate<{ ids: number[] }>([{ $match: { week: null, tails } }, byWeeks]).hint(
    byWeek,
  )
  return found.flatMap(({ ids }) => ids)
}

type Sought = { tails: Tails; weeks: Weeks; limit: number }

async function readWeeks({ tails, weeks: { from, to, direction }, limit }: Sought) {
  const weeks = await LeadSearchModel.aggregate<{ _id: number; ids: number[] }>([
    { $match: { week: { $gte: from, $lte: to }, tails } },
    { $sort: { week: direction } },
    { $limit: limit },
    byWeeks,
  ]).hint(byWeek)
  return weeks.map(({ _id, ids }) => ({ week: _id, ids }))
}

const isWhole = (needle: string) => Array.from(needle).length <= tailLength

/**
 * What of a text is looked up: all of it, or where it is longer than a tail, the part that the fewest leads of the last
 * weeks have.
 */
async function tailOf(needle: string, now: Date): Promise<string | RegExp> {
  const characters = Array.from(needle)
  const surplus = characters.length - tailLength
  if (surplus <= 0) return new RegExp(`^${escapePattern(needle)}`)
  const starts = [...new Set([0, Math.floor(surplus / 2), surplus])]
  const parts = starts.map((start) => characters.slice(start, start + tailLength).join(''))
  const recent = { $gte: weekOf(now) - 4, $lte: lastWeek }
  const counts = await Promise.all(
    parts.map((part) => LeadSearchModel.countDocuments({ week: recent, tails: part }).hint(byWeek).limit(15)),
  )
  return parts[counts.indexOf(Math.min(...counts))] ?? needle
}
