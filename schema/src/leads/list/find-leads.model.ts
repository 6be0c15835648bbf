import type { QueryFilter } from 'mongoose'
import { invalid } from '../../errors.ts'
import { readPageInput, toListPage } from '../../lists.ts'
import { promiseBounds, unanswered } from '../../promise/promise.ts'
import type { Settings } from '../../settings/settings.ts'
import { parse } from '../../validate.ts'
import { promiseAlerts } from '../lead.ts'
import { LeadModel, toLead, type LeadRecord } from '../lead.model.ts'
import {
  countedFound,
  countedLeads,
  LeadFilter,
  LeadListInput,
  type LeadPage,
  type LeadRow,
  type LeadTotal,
} from './lead-filter.ts'
import { cursorIn, placedBy, stretchesOf, type Placed } from './lead-order.model.ts'
import { inWholeIndex, notInRows, readFilter, readStretches, type Hint, type Matching } from './read-leads.model.ts'

/** Milliseconds after which a search is given up, so that none keeps MongoDB busy for long. */
const maxSearchMs = 5_000

/** A list of which nothing is read yet: each asks for its page, its number of leads, or both. */
export type OpenedList<Row> = { page: () => Promise<LeadPage<Row>>; total: () => Promise<LeadTotal> }

/** Rejects input that is no place in a list. Of each lead no more is read than `fields` and what cursors are made of. */
export async function openLeadList<Field extends keyof LeadRow = keyof LeadRow>(
  input: unknown,
  now: Date,
  fields?: readonly Field[],
): Promise<OpenedList<Pick<LeadRow, Field | keyof Placed>>> {
  const { filter, sort: wantedSort, ...page } = parse(LeadListInput, input)
  const sort = wantedSort ?? 'newest'
  const bounds = readPageInput(page)
  const stretches = await stretchesOf(sort, bounds, searchTextOfLead)
  const matching = await readFilter(filter ?? {}, now, maxSearchMs)
  const projection = fields
    ? Object.fromEntries([...fields, ...placedBy].map((field) => [field, 1 as const]))
    : notInRows
  let counted: Promise<number> | null = null
  const count = () => (counted ??= orTooLong(countLeads(matching)))
  return {
    page: async () => {
      const found = await orTooLong(readStretches(matching, stretches, bounds.size + 1, projection))
      const listPage = toListPage<LeadRow>(found.map(fields ? withId : toLead), bounds, count, mostCounted(matching))
      return { ...listPage, cursorOf: (lead) => cursorIn(sort, lead) }
    },
    total: async () => capped(await count(), mostCounted(matching)),
  }
}

/** One page by keyset: as quick at the end of the list as at its start, and steady while new leads arrive. */
export const findLeads = async <Field extends keyof LeadRow = keyof LeadRow>(
  input: unknown,
  now: Date,
  fields?: readonly Field[],
): Promise<LeadPage<Pick<LeadRow, Field | keyof Placed>>> => (await openLeadList(input, now, fields)).page()

/** Tells the person what to do about a search that was given up. */
export async function orTooLong<T>(search: Promise<T>): Promise<T> {
  try {
    return await search
  } catch (error) {
    if ((error as { code?: unknown }).code !== maxTimeExpired) throw error
    throw invalid('search', 'This search takes too long. Enter more of the text.')
  }
}

/** MongoDB's code of the error. */
const maxTimeExpired = 50

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
  return { total: isWhole || count <= mostCounted(matching) ? count : null, parts: leadsInParts(matching) }
}

async function* leadsInParts(matching: Matching): AsyncGenerator<LeadRow[]> {
  for (let after: string | null = null; ;) {
    const stretches = await stretchesOf('newest', { after, before: null, backwards: false }, searchTextOfLead)
    const leads = (await readStretches(matching, stretches, leadsAtOnce)).map(toLead)
    const last = leads.at(-1)
    if (last === undefined) return
    yield leads
    after = cursorIn('newest', last)
  }
}

/** Where the order by name goes on after a lead, also when it is gone or has another name since. */
async function searchTextOfLead(id: number, name: string): Promise<string> {
  const lead = await LeadModel.findById(id, 'searchText').lean()
  return lead?.searchText.startsWith(`${name}\n`) ? lead.searchText : `${name}\n`
}

const mostCounted = ({ text }: Matching) => (text ? countedFound : countedLeads)

export const capped = (count: number, most = countedLeads): LeadTotal => ({
  count: Math.min(count, most),
  isCapped: count > most,
})

/** How many leads a list with this filter has, as the list shows it. */
export async function leadTotal(input: LeadFilter, now: Date): Promise<LeadTotal> {
  const matching = await readFilter(parse(LeadFilter, input), now)
  return capped(await countLeads(matching), mostCounted(matching))
}

/** What a filter leaves, and the index in which all of it is decided. */
export async function leadFilter(input: unknown, now: Date): Promise<{ match: QueryFilter<LeadRecord>; hint: Hint }> {
  return inWholeIndex(await readFilter(parse(LeadFilter, input ?? {}), now))
}

/** Counting everything is a look at the collection's metadata. Never more than one beyond what is counted. */
async function countLeads(matching: Matching): Promise<number> {
  const { filter, text } = matching
  if (Object.keys(filter).length === 0) {
    if (!text) return LeadModel.estimatedDocumentCount().exec()
    if (text.count !== null) return text.count
  }
  const { match, hint } = inWholeIndex(matching)
  return LeadModel.countDocuments(match, {
    hint,
    limit: mostCounted(matching) + 1,
    maxTimeMS: matching.maxTimeMS,
  }).exec()
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
