import mongoose, { Schema, type ClientSession, type QueryFilter } from 'mongoose'
import type { z } from 'zod'
import { cleanSearch, escapePattern } from '../lists.ts'
import { unanswered } from '../promise/promise.ts'
import { pendingStatuses, type LeadStatus } from './lead.ts'
import { countedLeads, type LeadFilter } from './lead-filter.ts'
import { hasFollowUp, LeadModel, type LeadRecord } from './lead.model.ts'
import { unpricedSince } from './waiting-for-price.ts'

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

/** Leads up to which reading and sorting those found is quicker than walking the list until a page is full. */
export const fewLeads = 2_000

/** Counts, done or under way. Its owner empties it when leads change. */
export type CountCache = {
  get: (key: string) => Promise<number> | undefined
  set: (key: string, count: Promise<number>) => unknown
  delete: (key: string) => unknown
}

/**
 * Counts once while the cache holds the answer, however many ask. Small numbers are counted anew each time: they cost
 * little, and people check them.
 */
export function cachedCount(
  cache: CountCache | undefined,
  key: string,
  count: () => Promise<number>,
  isCostly = (counted: number) => counted > fewLeads,
): Promise<number> {
  const known = cache?.get(key)
  if (known !== undefined) return known
  const counted = count()
  cache?.set(key, counted)
  const forget = () => cache?.delete(key)
  counted.then((number) => isCostly(number) || forget(), forget)
  return counted
}

export type FoundLeads = {
  /** The condition on `searchText`: it decides, whatever the index suggests. */
  match: QueryFilter<LeadRecord>
  /** All leads that can match; null when they are many. */
  ids: number[] | null
  /** The same, however many up to the limit; null when there are more. */
  idsUpTo: (limit: number) => Promise<number[] | null>
  /** How many leads match, up to one more than are counted, if the index alone tells it: null otherwise. */
  count: () => Promise<number | null>
}

/** Where to look for the leads whose text contains this one, in any case; null when there is nothing to look for. */
export async function findText(text: string | null | undefined, cache?: CountCache): Promise<FoundLeads | null> {
  const needles = needlesOf(text ?? '')
  if (needles.length === 0) return null
  const match = { searchText: new RegExp(needles.map(escapePattern).join('|')) }

  const parts = await Promise.all(needles.map((needle) => partOf(needle, cache)))
  const isExact = parts.every(({ isWhole }) => isWhole)
  const idsUpTo = async (limit: number): Promise<number[] | null> => {
    for (const { key } of parts) if (((await cache?.get(key)) ?? 0) > limit) return null
    // First those that the worker has not indexed: one that it indexes meanwhile is found a second time.
    const ids = new Set(await freshLeads(match, limit))
    for (const { tails } of parts) for (const id of await indexedLeads(tails, limit)) ids.add(id)
    return ids.size > limit ? null : [...ids]
  }
  const ids = await idsUpTo(fewLeads)
  const count = async (): Promise<number | null> => {
    if (!isExact) return null
    if (ids) return ids.length
    const counts = await Promise.all(
      parts.map(({ key, tails }) => cachedCount(cache, key, () => countTails(tails, countedLeads + 1))),
    )
    const most = Math.max(...counts)
    if (most > countedLeads) return most
    // Some leads may contain two of the texts, so the counts cannot be added up.
    if (counts.filter((one) => one > 0).length > 1) return null
    return most + (await freshLeads(match, countedLeads)).length
  }
  return { match, ids, idsUpTo, count }
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

type Tails = string | RegExp

/** What of a text is looked up. `isWhole`: the leads with it have all of the text. `key`: of its count in the cache. */
type Part = { tails: Tails; isWhole: boolean; key: string }

/** The part of a text that is compared: where it is longer than a tail, the one that the fewest leads have. */
async function partOf(needle: string, cache: CountCache | undefined): Promise<Part> {
  const characters = Array.from(needle)
  const surplus = characters.length - tailLength
  if (surplus <= 0) return { tails: beginning(needle), isWhole: true, key: `beginning ${needle}` }
  const starts = [...new Set([0, Math.floor(surplus / 2), surplus])]
  const texts = starts.map((start) => characters.slice(start, start + tailLength).join(''))
  const counts = await Promise.all(
    texts.map((text) => cachedCount(cache, `tail ${text}`, () => countTails(text, fewLeads + 1))),
  )
  const tails = texts[counts.indexOf(Math.min(...counts))] ?? needle
  return { tails, isWhole: false, key: `tail ${tails}` }
}

const countTails = (tails: Tails, limit: number) =>
  LeadSearchModel.countDocuments({ tails }, { hint: byTails, limit }).exec()

/** Up to one more than `limit`, as one document, which costs a third of as many. */
async function indexedLeads(tails: Tails, limit: number): Promise<number[]> {
  const [found] = await LeadSearchModel.aggregate<{ ids: number[] }>([
    { $match: { tails } },
    { $limit: limit + 1 },
    { $group: { _id: null, ids: { $push: '$_id' } } },
  ]).hint(byTails)
  return found?.ids ?? []
}

/** A filter by status can narrow the one that it goes with. */
const { status: waitingStatus, ...notAnswered } = unanswered
const waitingStatuses: readonly LeadStatus[] = [waitingStatus]

/** A lead that is quoted has got a price, by whatever way. */
const unpricedStatuses: readonly LeadStatus[] = ['new', 'contacted']

/** A firm accepted so long ago, and nobody has sent a price. */
const unpricedAt = (now: Date): QueryFilter<LeadRecord> => ({
  'estimates.0': { $exists: false },
  offers: { $elemMatch: { state: 'accepted', decidedAt: { $lte: unpricedSince(now) } } },
  sharingStoppedAt: null,
})

/** Built from parsed values only: nothing a client sends can be an operator. */
export function toMongoFilter(filter: z.output<typeof LeadFilter>, now: Date): QueryFilter<LeadRecord> {
  const { status, assignedTo, from, to, source, followUp, pending, waiting, awaitingPrice, area } = filter
  const statuses = waiting
    ? waitingStatuses
    : awaitingPrice
      ? unpricedStatuses
      : followUp || pending
        ? pendingStatuses
        : null
  return {
    ...(status && { status }),
    ...(statuses && { status: { $in: statuses.filter((one) => !status || one === status) } }),
    ...(followUp && { followUpAt: { ...hasFollowUp.followUpAt, $lte: now } }),
    ...(waiting && notAnswered),
    ...(awaitingPrice && unpricedAt(now)),
    ...(area && { postcode: postcodesOf(area.toUpperCase()) }),
    ...(assignedTo && { 'assignedTo.id': assignedTo === 'none' ? null : assignedTo.toLowerCase() }),
    ...((from || to) && { createdAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
    ...(source && { 'attribution.source': source }),
  }
}

/** A digit follows the letters of a postcode area; the colon comes after the digits. */
const postcodesOf = (area: string) => ({ $gte: `${area}0`, $lt: `${area}:` })
