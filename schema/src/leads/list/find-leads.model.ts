import type { QueryFilter } from 'mongoose'
import type { z } from 'zod'
import { readPageInput, toListPage } from '../../lists.ts'
import { promiseBounds, unanswered } from '../../promise/promise.ts'
import type { Settings } from '../../settings/settings.ts'
import { parse } from '../../validate.ts'
import { promiseAlerts } from '../lead.ts'
import { LeadModel, toLead, type LeadRecord } from '../lead.model.ts'
import { cachedCount, fewLeads, type CountCache } from './cached-count.ts'
import { countedLeads, LeadFilter, LeadListInput, type LeadPage, type LeadRow, type LeadTotal } from './lead-filter.ts'
import { cursorIn, placedBy, stretchesOf, type Placed } from './lead-order.model.ts'
import {
  inWholeIndex,
  notInRows,
  readFilter,
  readInOrder,
  readStretches,
  searchLimits,
  type Hint,
  type Matching,
  type SearchLimits,
} from './read-leads.model.ts'

type ReadOptions<Field> = {
  /** Reads no more of each lead than these and what cursors are made of. */
  fields?: readonly Field[]
  counts?: CountCache
  /** Runs each count of a search, now or later. */
  counting?: Counting
  limits?: SearchLimits
}
type Counting = (count: () => Promise<number>) => Promise<number>

/** A list of which nothing is read yet: each asks for its page, its number of leads, or both. */
export type OpenedList<Row> = { page: () => Promise<LeadPage<Row>>; total: () => Promise<LeadTotal> }

/** Rejects input that is no place in a list of leads. */
export async function openLeadList<Field extends keyof LeadRow = keyof LeadRow>(
  input: unknown,
  now: Date,
  { fields, counts, counting = (count) => count(), limits = searchLimits }: ReadOptions<Field> = {},
): Promise<OpenedList<Pick<LeadRow, Field | keyof Placed>>> {
  const { filter, sort: wantedSort, ...page } = parse(LeadListInput, input)
  const sort = wantedSort ?? 'newest'
  const bounds = readPageInput(page)
  const stretches = await stretchesOf(sort, bounds, searchTextOfLead)
  const matching = await readFilter(filter ?? {}, now, counts, limits)
  const projection = fields
    ? Object.fromEntries([...fields, ...placedBy].map((field) => [field, 1 as const]))
    : notInRows
  let counted: Promise<number> | null = null
  const countNow = () => countLeads(matching)
  const countInTurn = () => (matching.text ? counting(countNow) : countNow())
  const count = () => (counted ??= countOnce(countInTurn, matching, filter ?? {}, counts))
  return {
    page: async () => {
      const found = await readStretches(matching, stretches, bounds.size + 1, projection)
      const listPage = toListPage<LeadRow>(found.map(fields ? withId : toLead), bounds, count, countedLeads)
      return { ...listPage, cursorOf: (lead) => cursorIn(sort, lead) }
    },
    total: async () => capped(await count()),
  }
}

/** One page by keyset: as quick at the end of the list as at its start, and steady while new leads arrive. */
export const findLeads = async <Field extends keyof LeadRow = keyof LeadRow>(
  input: unknown,
  now: Date,
  options?: ReadOptions<Field>,
): Promise<LeadPage<Pick<LeadRow, Field | keyof Placed>>> => (await openLeadList(input, now, options)).page()

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

/** Where the order by name goes on after a lead, also when it is gone or has another name since. */
async function searchTextOfLead(id: number, name: string): Promise<string> {
  const lead = await LeadModel.findById(id, 'searchText').lean()
  return lead?.searchText.startsWith(`${name}\n`) ? lead.searchText : `${name}\n`
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
  return inWholeIndex({ ...matching, ids: (await matching.text?.idsUpTo(fewLeads)) ?? null })
}

/** The leads with these numbers that are there, in this order. */
export const findLeadsById = async (ids: readonly number[]): Promise<LeadRow[]> =>
  ids.length === 0 ? [] : (await readInOrder(ids, notInRows)).map(toLead)

/**
 * What is due for a follow-up depends on the time, so it is counted anew. With a text beside a filter even a small number
 * may have taken a walk through a whole index.
 */
function countOnce(
  count: () => Promise<number>,
  { filter, text }: Matching,
  input: z.output<typeof LeadFilter>,
  cache: CountCache | undefined,
): Promise<number> {
  if (input.followUp || input.awaitingPrice) return count()
  const isWalk = text !== null && Object.keys(filter).length > 0
  return cachedCount(cache, `total ${JSON.stringify(input)}`, count, (counted) => counted > fewLeads || isWalk)
}

/** Of a text that is longer than what is indexed some leads that can match do not: so many are read to count enough. */
const readToCount = 1.2 * countedLeads

/** Beside a filter up to so many leads with the text are read to count them: a walk through a whole index takes seconds. */
const readBesideFilter = 50_000

/** Counting everything is a look at the collection's metadata. Never more than one beyond what is counted. */
async function countLeads(matching: Matching): Promise<number> {
  const { filter, text } = matching
  const countAmong = (ids: number[] | null) => {
    const { match, hint } = inWholeIndex({ ...matching, ids })
    return LeadModel.countDocuments(match, { hint, limit: countedLeads + 1 }).exec()
  }
  const isUnfiltered = Object.keys(filter).length === 0
  if (!isUnfiltered) return countAmong((await text?.idsUpTo(readBesideFilter)) ?? null)
  if (!text) return LeadModel.estimatedDocumentCount().exec()
  const counted = await text.count()
  if (counted !== null) return counted
  const { ids, isAll } = await text.some(readToCount)
  const among = await countAmong(ids)
  return isAll || among > countedLeads ? among : countAmong(null)
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
