import { AppError } from '@kerbside/schema/errors'
import { leadStatuses, pendingStatuses, type Lead, type LeadStatus } from '@kerbside/schema/leads/lead'
import { hasFollowUp, LeadModel, toLead, leadIndexes, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { parse } from '@kerbside/schema/validate'
import type { QueryFilter } from 'mongoose'
import { z } from 'zod'
import { defaultPageSize, ListLimit, type ListPage } from '../http/lists.ts'
import { all, cursorIn, leadSort, stretchesOf, type Stretch } from './lead-order.ts'
import { findText, type FoundLeads } from './lead-search.ts'

/** What a list needs of a lead. Why each firm was matched and what staff recorded is long, and read when asked for. */
export type LeadRow = Omit<Lead, 'matching' | 'activity'>
const notInRows = { matching: 0, activity: 0, searchText: 0, submissionId: 0, requestDigest: 0, outbox: 0 } as const

const moment = z.coerce.date('Give a date, like 2026-11-30 or 2026-11-30T12:00:00Z')
// A day without a time is meant to its end.
const endOfDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T23:59:59.999Z` : value

export const LeadFilter = z.strictObject({
  search: z.string().max(200, 'Search for 200 characters at most').nullish(),
  status: z.enum(leadStatuses, 'This is not a status').nullish(),
  assignedTo: z
    .string()
    .regex(/^(?:[\da-f]{24}|none)$/i, 'Give a user’s id or none')
    .nullish(),
  from: moment.nullish(),
  to: z.preprocess(endOfDay, moment.nullish()),
  source: z.string().max(200).nullish(),
  followUp: z.boolean().nullish(),
  pending: z.boolean().nullish(),
  waiting: z.boolean().nullish(),
  area: z
    .string()
    .regex(/^[a-z]{1,2}$/i, 'Give a postcode area, like SW')
    .nullish(),
})
export type LeadFilter = z.input<typeof LeadFilter>

const ListInput = z.strictObject({
  filter: LeadFilter.nullish(),
  sort: leadSort.nullish(),
  first: ListLimit.nullish(),
  after: z.string().nullish(),
  last: ListLimit.nullish(),
  before: z.string().nullish(),
})

export type LeadPage = ListPage<LeadRow> & {
  /** Whether there are more than `total` says. */
  totalIsCapped: () => Promise<boolean>
  cursorOf: (lead: LeadRow) => string
}

/** Totals are exact up to this number. */
export const countedLeads = 10_000

/** One page by keyset: as quick at the end of the list as at its start, and steady while new leads arrive. */
export async function findLeads(input: unknown, now: Date): Promise<LeadPage> {
  const { filter, sort: wantedSort, first, after, last, before } = parse(ListInput, input)
  if (first && last) throw new AppError('INVALID', 'Use first or last.', { fields: { last: ['Use first or last.'] } })
  const sort = wantedSort ?? 'newest'
  const backwards = last !== undefined && last !== null
  const size = (backwards ? last : first) ?? defaultPageSize

  const stretches = await stretchesOf(sort, { after, before, backwards }, searchTextOfLead)
  const matching = await readFilter(filter ?? {}, now)
  const found: LeadRecord[] = []
  for (const stretch of stretches) {
    if (found.length <= size) found.push(...(await readLeads(matching, stretch, size + 1 - found.length)))
  }

  const more = found.length > size
  const leads = found.slice(0, size).map(toLead)
  let counted: Promise<number> | null = null
  const count = () => (counted ??= countLeads(matching))
  return {
    records: backwards ? leads.reverse() : leads,
    hasNextPage: backwards ? Boolean(before) : more,
    hasPreviousPage: backwards ? more : Boolean(after),
    total: async () => Math.min(await count(), countedLeads),
    totalIsCapped: async () => (await count()) > countedLeads,
    cursorOf: (lead) => cursorIn(sort, lead),
  }
}

/** Where the order by name goes on after a lead, also when it is gone or has another name since. */
async function searchTextOfLead(id: number, name: string): Promise<string> {
  const lead = await LeadModel.findById(id, 'searchText').lean()
  return lead?.searchText.startsWith(`${name}\n`) ? lead.searchText : `${name}\n`
}

type Matching = { filter: QueryFilter<LeadRecord>; text: FoundLeads | null }

async function readFilter(filter: z.output<typeof LeadFilter>, now: Date): Promise<Matching> {
  return { filter: toMongoFilter(filter, now), text: await findText(filter.search) }
}

export type LeadTotal = { count: number; isCapped: boolean }
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

/** Built from parsed values only: nothing a client sends can be an operator. */
function toMongoFilter(filter: z.output<typeof LeadFilter>, now: Date): QueryFilter<LeadRecord> {
  const { status, assignedTo, from, to, source, followUp, pending, waiting, area } = filter
  const statuses: readonly LeadStatus[] | null = waiting ? ['new'] : followUp || pending ? pendingStatuses : null
  return {
    ...(status && { status }),
    ...(statuses && { status: { $in: statuses.filter((one) => !status || one === status) } }),
    ...(followUp && { followUpAt: { ...hasFollowUp.followUpAt, $lte: now } }),
    // Nobody has answered the homeowner yet, neither staff nor a firm (docs/specification.md, 6.5).
    ...(waiting && { contactedAt: null, 'offers.state': { $ne: 'accepted' } }),
    ...(area && { postcode: postcodesOf(area.toUpperCase()) }),
    ...(assignedTo && { 'assignedTo.id': assignedTo === 'none' ? null : assignedTo.toLowerCase() }),
    ...((from || to) && { createdAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
    ...(source && { 'attribution.source': source }),
  }
}

/** A digit follows the letters of a postcode area; the colon comes after the digits. */
const postcodesOf = (area: string) => ({ $gte: `${area}0`, $lt: `${area}:` })

type IndexName = keyof typeof leadIndexes
type Hint = Record<string, 1 | -1>

/** Indexes of the newest leads with one filter: they hold no more than their fields. */
const narrow: readonly IndexName[] = ['status', 'assignee', 'source']

/** The index by which leads are found without reading others. `order`: the one of the wanted order. */
function indexFor({ filter, text }: Matching, order: IndexName): IndexName {
  if (text?.ids) return 'found'
  if (order !== 'created') return order
  if ('followUpAt' in filter) return 'followUp'
  if (text) return order
  const fields = Object.keys(filter).filter((field) => field !== 'createdAt')
  if (fields.length === 1 && fields[0] === 'status') return 'status'
  if (fields.length === 1 && fields[0] === 'postcode') return 'area'
  if ('contactedAt' in filter) return 'status'
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

/** Finds the leads of a page in an index alone and then reads no others. */
async function readLeads(matching: Matching, stretch: Stretch, limit: number): Promise<LeadRecord[]> {
  const { conditions, key, direction } = stretch
  const index = indexFor(matching, stretch.index)
  const { match, hint } = matchIn(matching, index)
  const all = [match, ...conditions].filter((condition) => Object.keys(condition).length > 0)
  const inOrder = (projection: Record<string, 0 | 1>) =>
    LeadModel.find(all.length > 0 ? { $and: all } : {}, projection)
      .sort({ [key]: direction, _id: direction })
      .limit(limit)
      .hint(hint)
  const isDecidedByOrder = Object.keys(match).length === 0 || narrow.includes(index)
  if (isDecidedByOrder) return inOrder(notInRows).lean<LeadRecord[]>()
  const places = await inOrder({ _id: 1 }).lean<{ _id: number }[]>()
  const leads = await LeadModel.find({ _id: { $in: places.map(({ _id }) => _id) } }, notInRows).lean<LeadRecord[]>()
  const byId = new Map(leads.map((lead) => [lead._id, lead]))
  return places.flatMap(({ _id }) => byId.get(_id) ?? [])
}

/** Counting everything is a look at the collection's metadata. Never more than one beyond what is counted. */
async function countLeads(matching: Matching): Promise<number> {
  const { filter, text } = matching
  const isUnfiltered = Object.keys(filter).length === 0
  if (!text && isUnfiltered) return LeadModel.estimatedDocumentCount().exec()
  const counted = text && !text.ids && isUnfiltered ? await text.countUpTo(countedLeads + 1) : null
  if (counted !== null) return counted
  const ids = text && (text.ids ?? (await text.idsUpTo(countedLeads)))
  const countable = text ? { filter, text: { ...text, ids } } : matching
  const { match, hint } = inWholeIndex(countable)
  return LeadModel.countDocuments(match, { hint, limit: countedLeads + 1 }).exec()
}
