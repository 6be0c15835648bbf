import type { QueryFilter } from 'mongoose'
import type { z } from 'zod'
import { readPageInput, toListPage } from '../lists.ts'
import { parse } from '../validate.ts'
import { leadStatuses, promiseAlerts } from './lead.ts'
import { countedLeads, LeadFilter, LeadListInput, type LeadPage, type LeadRow, type LeadTotal } from './lead-filter.ts'
import { LeadModel, toLead, leadIndexes, type LeadRecord } from './lead.model.ts'
import { promiseBounds, unanswered } from '../promise/promise.ts'
import type { Settings } from '../settings/settings.ts'
import { all, cursorIn, placedBy, stretchesOf, type Placed, type Stretch } from './lead-order.model.ts'
import {
  cachedCount,
  fewLeads,
  findText,
  toMongoFilter,
  type CountCache,
  type FoundLeads,
} from './lead-search.model.ts'

const notInRows = { matching: 0, activity: 0, searchText: 0, submissionId: 0, requestDigest: 0, outbox: 0 } as const

type Projection = Readonly<Record<string, 0 | 1>>

type ReadOptions<Field> = {
  /** Reads no more of each lead than these and what cursors are made of. */
  fields?: readonly Field[]
  counts?: CountCache
}

/** One page by keyset: as quick at the end of the list as at its start, and steady while new leads arrive. */
export async function findLeads<Field extends keyof LeadRow = keyof LeadRow>(
  input: unknown,
  now: Date,
  { fields, counts }: ReadOptions<Field> = {},
): Promise<LeadPage<Pick<LeadRow, Field | keyof Placed>>> {
  const { filter, sort: wantedSort, ...page } = parse(LeadListInput, input)
  const sort = wantedSort ?? 'newest'
  const bounds = readPageInput(page)
  const stretches = await stretchesOf(sort, bounds, searchTextOfLead)
  const matching = await readFilter(filter ?? {}, now, counts)
  const projection = fields
    ? Object.fromEntries([...fields, ...placedBy].map((field) => [field, 1 as const]))
    : notInRows
  const found = (await readStretches(matching, stretches, bounds.size + 1, projection)).map(fields ? withId : toLead)
  return {
    ...toListPage<LeadRow>(found, bounds, () => countOnce(matching, filter ?? {}, counts), countedLeads),
    cursorOf: (lead) => cursorIn(sort, lead),
  }
}

/** Copying what was read would cost more than reading it. */
const withId = (record: LeadRecord): LeadRow => Object.assign(record, { id: record._id })

/** How many leads are read at a time when all of them are. */
const leadsAtOnce = 500

/**
 * All leads that a filter leaves, newest first, without holding more than a part of them; those that arrive meanwhile are
 * not among them. `total` is null when there are too many to count.
 */
export async function readAllLeads(
  filter: LeadFilter,
  now: Date,
): Promise<{ total: number | null; parts: AsyncGenerator<LeadRow[]> }> {
  const matching = await readFilter(parse(LeadFilter, filter), now)
  const count = await countLeads(matching)
  const isWhole = matching.text === null && Object.keys(matching.filter).length === 0
  return { total: isWhole || count <= countedLeads ? count : null, parts: leadsInParts(matching) }
}

async function* leadsInParts(matching: Matching): AsyncGenerator<LeadRow[]> {
  let after: string | null = null
  // A part is found in an index and then read. Leads that are deleted in between make it shorter, or empty once.
  for (let empty = 0; empty < 2;) {
    const stretches = await stretchesOf('newest', { after, before: null, backwards: false }, searchTextOfLead)
    const leads = (await readStretches(matching, stretches, leadsAtOnce)).map(toLead)
    const last = leads.at(-1)
    if (last === undefined) empty += 1
    else {
      empty = 0
      yield leads
      after = cursorIn('newest', last)
    }
  }
}

async function readStretches(
  matching: Matching,
  stretches: readonly Stretch[],
  limit: number,
  projection: Projection = notInRows,
): Promise<LeadRecord[]> {
  const found: LeadRecord[] = []
  for (const stretch of stretches) {
    if (found.length < limit) found.push(...(await readLeads(matching, stretch, limit - found.length, projection)))
  }
  return found
}

/** Where the order by name goes on after a lead, also when it is gone or has another name since. */
async function searchTextOfLead(id: number, name: string): Promise<string> {
  const lead = await LeadModel.findById(id, 'searchText').lean()
  return lead?.searchText.startsWith(`${name}\n`) ? lead.searchText : `${name}\n`
}

type Matching = { filter: QueryFilter<LeadRecord>; text: FoundLeads | null }

async function readFilter(filter: z.output<typeof LeadFilter>, now: Date, counts?: CountCache): Promise<Matching> {
  return { filter: toMongoFilter(filter, now), text: await findText(filter.search, counts) }
}

export const capped = (count: number): LeadTotal => ({
  count: Math.min(count, countedLeads),
  isCapped: count > countedLeads,
})

/** How many leads a list with this filter has, as the list shows it. */
export async function leadTotal(input: LeadFilter, now: Date): Promise<LeadTotal> {
  return capped(await countLeads(await readFilter(parse(LeadFilter, input), now)))
}

/** What a filter leaves, and the index in which all of it is decided. */
export async function leadFilter(input: unknown, now: Date): Promise<{ match: QueryFilter<LeadRecord>; hint: Hint }> {
  const matching = await readFilter(parse(LeadFilter, input ?? {}), now)
  return inWholeIndex(matching)
}

/** Like a list by time, without its order. */
function inWholeIndex(matching: Matching): { match: QueryFilter<LeadRecord>; hint: Hint } {
  const index = indexFor(matching, 'created')
  const { match, hint } = matchIn(matching, index)
  const isAll = Object.keys(match).length === 0
  return isAll || index !== 'created' ? { match, hint } : { match: { $and: [match, all('createdAt')] }, hint }
}

type IndexName = keyof typeof leadIndexes
type Hint = Record<string, 1 | -1>

/** Indexes of the newest leads with one filter: they hold no more than their fields. */
const narrow: readonly IndexName[] = ['status', 'assignee', 'source']

/** The index by which leads are found without reading others. `order`: the one of the wanted order. */
function indexFor({ filter, text }: Matching, order: IndexName): IndexName {
  if (text?.ids) return 'found'
  if (order === 'followUp' || (order === 'created' && 'followUpAt' in filter)) {
    return typeof filter['assignedTo.id'] === 'string' ? 'ownFollowUp' : 'followUp'
  }
  if (order !== 'created') return order
  if (text) return order
  const fields = Object.keys(filter).filter((field) => field !== 'createdAt')
  if (fields.length === 1 && fields[0] === 'status') return 'status'
  if (fields.length === 1 && fields[0] === 'postcode') return 'area'
  if ('contactedAt' in filter || 'estimates.0' in filter) return 'status'
  if (fields.length === 1 && fields[0] === 'attribution.source') return 'source'
  const byAssignee = fields.length > 0 && fields.every((field) => field === 'assignedTo.id' || field === 'status')
  return byAssignee ? 'assignee' : order
}

function matchIn({ filter, text }: Matching, index: IndexName): { match: QueryFilter<LeadRecord>; hint: Hint } {
  const { 'assignedTo.id': assignee, ...others } = filter as Record<string, unknown>
  const match = {
    ...others,
    ...text?.match,
    ...(text?.ids && { _id: { $in: text.ids } }),
    // An index does not tell a null from a missing value, so only a comparison is decided in it.
    ...(assignee !== undefined && {
      'assignedTo.id': assignee ?? (index === 'assignee' ? null : { $not: { $gt: '' } }),
    }),
    // One run for each status, which MongoDB merges in their order.
    ...(index === 'assignee' && !('status' in filter) && { status: { $in: [...leadStatuses] } }),
  }
  return { match: match as QueryFilter<LeadRecord>, hint: { ...leadIndexes[index] } }
}

/** Reads the leads of a page and no others: filters are decided in an index first, a text alone MongoDB decides there. */
async function readLeads(
  matching: Matching,
  stretch: Stretch,
  limit: number,
  projection: Projection,
): Promise<LeadRecord[]> {
  const { conditions, key, direction } = stretch
  const { text } = matching
  if (text?.ids?.length === 0) return []
  const index = indexFor(matching, stretch.index)
  const { match, hint } = matchIn(matching, index)
  const all = [match, ...conditions].filter((condition) => Object.keys(condition).length > 0)
  const inOrder = (only: Projection) =>
    LeadModel.find(all.length > 0 ? { $and: all } : {}, only)
      .sort({ [key]: direction, _id: direction })
      .limit(limit)
      .hint(hint)
  const isUnfiltered = Object.keys(matching.filter).length === 0
  const isOnePage = text?.ids != null && text.ids.length <= limit
  if (isUnfiltered || isOnePage || narrow.includes(index)) return inOrder(projection).lean<LeadRecord[]>()
  const places = await inOrder({ _id: 1 }).lean<{ _id: number }[]>()
  return readInOrder(
    places.map(({ _id }) => _id),
    projection,
  )
}

async function readInOrder(ids: readonly number[], projection: Projection): Promise<LeadRecord[]> {
  const leads = await LeadModel.find({ _id: { $in: [...ids] } }, projection).lean<LeadRecord[]>()
  const byId = new Map(leads.map((lead) => [lead._id, lead]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The leads with these numbers that are there, in this order. */
export const findLeadsById = async (ids: readonly number[]): Promise<LeadRow[]> =>
  ids.length === 0 ? [] : (await readInOrder(ids, notInRows)).map(toLead)

/** What is due for a follow-up depends on the time, so it is counted anew. */
const countOnce = (matching: Matching, filter: z.output<typeof LeadFilter>, cache: CountCache | undefined) =>
  filter.followUp || filter.awaitingPrice
    ? countLeads(matching)
    : cachedCount(
        cache,
        `total ${JSON.stringify(filter)}`,
        () => countLeads(matching),
        (counted) => counted > fewLeads || (matching.text !== null && matching.text.ids === null),
      )

/** Counting everything is a look at the collection's metadata. Never more than one beyond what is counted. */
async function countLeads(matching: Matching): Promise<number> {
  const { filter, text } = matching
  const isUnfiltered = Object.keys(filter).length === 0
  if (!text && isUnfiltered) return LeadModel.estimatedDocumentCount().exec()
  const counted = text && isUnfiltered ? await text.count() : null
  if (counted !== null) return counted
  const ids = text && (text.ids ?? (await text.idsUpTo(countedLeads)))
  const countable = text ? { filter, text: { ...text, ids } } : matching
  const { match, hint } = inWholeIndex(countable)
  return LeadModel.countDocuments(match, { hint, limit: countedLeads + 1 }).exec()
}

/**
 * How many leads have events that should be with Redis by now and are not, and when the oldest of these events was stored.
 * With Redis and a worker there are hardly any: the relay queues them within a second.
 */
export async function outboxBacklog(now: Date): Promise<{ leads: number; oldestAt: Date | null }> {
  const overdue = { 'outbox.dueAt': { $lte: now } }
  const leads = await LeadModel.countDocuments(overdue)
  const oldest = await LeadModel.findOne(overdue, { outbox: 1 }).sort({ 'outbox.dueAt': 1 }).lean()
  return { leads, oldestAt: oldest?.outbox[0]?.at ?? null }
}

/**
 * How many leads are about to miss the promise: nobody has answered them, and three quarters of the promised time are
 * over, but not all of it (docs/specification.md, 6.5). Those that were promised nothing cause no alert and do not count.
 */
export async function countNearlyDue(now: Date, settings: Pick<Settings, 'promiseHours'>): Promise<number> {
  const { warned, late } = promiseBounds(now, settings)
  const promised = { nextPromiseAlert: { $in: [...promiseAlerts] }, createdAt: { $gt: late, $lte: warned } }
  return LeadModel.countDocuments({ ...promised, ...unanswered }, { hint: 'promiseAlerts' }).exec()
}
