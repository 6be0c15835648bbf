import { AppError } from '@kerbside/schema/errors'
import { leadStatuses, pendingStatuses, type Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { parse } from '@kerbside/schema/validate'
import type { QueryFilter } from 'mongoose'
import { z } from 'zod'
import {
  beyond,
  cleanSearch,
  cursorAt,
  defaultPageSize,
  escapePattern,
  ListLimit,
  readCursor,
  type ListPage,
} from '../http/lists.ts'

/** What a list needs of a lead. Why each firm was matched and what staff recorded is long, and read when asked for. */
export type LeadRow = Omit<Lead, 'matching' | 'activity'>

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
})
export type LeadFilter = z.input<typeof LeadFilter>

export const leadSorts = ['newest', 'oldest'] as const
export type LeadSort = (typeof leadSorts)[number]
export const leadSort = z.enum(leadSorts, 'Sort by created_at or -created_at')

const ListInput = z.strictObject({
  filter: LeadFilter.nullish(),
  sort: leadSort.nullish(),
  first: ListLimit.nullish(),
  after: z.string().nullish(),
  last: ListLimit.nullish(),
  before: z.string().nullish(),
})

export type LeadPage = ListPage<LeadRow>

/** One page by keyset: as quick at the end of the list as at its start, and steady while new leads arrive. */
export async function findLeads(input: unknown, now: Date): Promise<LeadPage> {
  const { filter, sort, first, after, last, before } = parse(ListInput, input)
  if (first && last) throw new AppError('INVALID', 'Use first or last.', { fields: { last: ['Use first or last.'] } })
  const backwards = last !== undefined && last !== null
  const size = (backwards ? last : first) ?? defaultPageSize
  const newestFirst = (sort ?? 'newest') === 'newest'

  const matching = toMongoFilter(filter ?? {}, now)
  const bounds = [
    ...(after ? [beyond(readCursor('lead', after, 'after'), newestFirst ? 'newest' : 'oldest')] : []),
    ...(before ? [beyond(readCursor('lead', before, 'before'), newestFirst ? 'oldest' : 'newest')] : []),
  ]
  const direction = newestFirst === backwards ? 1 : -1
  const query = LeadModel.find({ $and: [matching, ...bounds] }, { matching: 0, activity: 0 })
    .sort({ createdAt: direction, _id: direction })
    .limit(size + 1)
  const { hint, total } = await planFor(matching)
  const found = await (hint ? query.hint(hint) : query).lean<LeadRecord[]>()

  const more = found.length > size
  const leads = found.slice(0, size).map(toLead)
  return {
    records: backwards ? leads.reverse() : leads,
    hasNextPage: backwards ? Boolean(before) : more,
    hasPreviousPage: backwards ? more : Boolean(after),
    total: async () => total ?? countLeads(matching),
  }
}

export const cursorOf = (lead: Pick<LeadRow, 'createdAt' | 'id'>) => cursorAt('lead', lead)

export function leadFilter(input: unknown, now: Date): QueryFilter<LeadRecord> {
  return toMongoFilter(parse(LeadFilter, input ?? {}), now)
}

/** Built from parsed values only: nothing a client sends can be an operator. */
function toMongoFilter(filter: z.output<typeof LeadFilter>, now: Date): QueryFilter<LeadRecord> {
  const { status, assignedTo, from, to, source, followUp } = filter
  const search = searchPattern(filter.search ?? '')
  return {
    ...(search && { searchText: search }),
    ...(followUp && { followUpAt: { $ne: null, $lte: now }, status: { $in: [...pendingStatuses] } }),
    ...(status && { status }),
    ...(assignedTo && { 'assignedTo.id': assignedTo === 'none' ? null : assignedTo.toLowerCase() }),
    ...((from || to) && { createdAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
    ...(source && { 'attribution.source': source }),
  }
}

/** A substring in any case. A phone number is found however it is written, though it is stored as `+447700900123`. */
function searchPattern(text: string): RegExp | null {
  const wanted = cleanSearch(text).toLowerCase()
  if (wanted === '') return null
  const digits = wanted.replace(/[\s()+-]/g, '').replace(/^0+/, '')
  const asPhone = /^\d{4,}$/.test(digits) ? `|${digits}` : ''
  return new RegExp(escapePattern(wanted) + asPhone)
}

/** Matches up to which reading them all and sorting is quicker than walking the list until a page is full. */
const fewMatches = 1_000

type Plan = { hint?: Record<string, 1 | -1>; total?: number }

/** A rare text is found through the index of texts, a common one by walking the newest leads. */
async function planFor(filter: QueryFilter<LeadRecord>): Promise<Plan> {
  const { searchText } = filter
  if (!searchText) return {}
  const matches = await LeadModel.countDocuments({ searchText }, { limit: fewMatches, hint: { searchText: 1 } })
  const alone = Object.keys(filter).length === 1
  if (matches < fewMatches) return { hint: { searchText: 1 }, ...(alone && { total: matches }) }
  return alone ? { hint: { createdAt: -1, _id: -1 } } : {}
}

/** Counting everything is a look at the collection's metadata. */
function countLeads(filter: QueryFilter<LeadRecord>): Promise<number> {
  if (Object.keys(filter).length === 0) return LeadModel.estimatedDocumentCount().exec()
  return LeadModel.countDocuments(filter).exec()
}
