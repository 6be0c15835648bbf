import type { QueryFilter } from 'mongoose'
import type { z } from 'zod'
import { leadStatuses } from '../lead.ts'
import { LeadModel, leadIndexes, type LeadRecord } from '../lead.model.ts'
import { fewLeads, type CountCache } from './cached-count.ts'
import type { LeadFilter } from './lead-filter.ts'
import { toMongoFilter } from './lead-filter.model.ts'
import { all, type Stretch } from './lead-order.model.ts'
import { allWeeks, findText, weekMs, weekOf, type FoundLeads, type Weeks } from './lead-search.model.ts'

/** What rows of a list do not show. */
export const notInRows = {
  matching: 0,
  activity: 0,
  searchText: 0,
  submissionId: 0,
  requestDigest: 0,
  outbox: 0,
} as const

export type Projection = Readonly<Record<string, 0 | 1>>

/** How far a page of a common text is looked for, before all leads with it are read and sorted. */
export type SearchLimits = {
  /**
   * For each lead of the page: leads with the text that are found in the search index, first week first, or leads of the
   * list that are walked through; and more where the page is not full, because MongoDB reads as many as it is given.
   */
  steps: readonly { found: number; walked: number }[]
  /** In orders other than by time, up to so many leads with the text are all read and sorted. */
  few: number
  /** Then up to so many with the text are read and sorted. Of more there is one among a few leads, wherever they are. */
  read: number
}
const steps = [
  { found: 8, walked: 20 },
  { found: 40, walked: 80 },
  { found: 200, walked: 320 },
]
export const searchLimits: SearchLimits = { steps, few: fewLeads, read: 200_000 }

/** `ids`: the leads among which those with the text are; null where they are not known. */
export type Matching = {
  filter: QueryFilter<LeadRecord>
  text: FoundLeads | null
  ids: number[] | null
  limits: SearchLimits
}

export async function readFilter(
  filter: z.output<typeof LeadFilter>,
  now: Date,
  counts?: CountCache,
  limits = searchLimits,
): Promise<Matching> {
  return { filter: toMongoFilter(filter, now), text: await findText(filter.search, now, counts), ids: null, limits }
}

export async function readStretches(
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

/** Like a list by time, without its order. */
export function inWholeIndex(matching: Matching): { match: QueryFilter<LeadRecord>; hint: Hint } {
  const index = indexFor(matching, 'created')
  const { match, hint } = matchIn(matching, index)
  const isAll = Object.keys(match).length === 0
  return isAll || index !== 'created' ? { match, hint } : { match: { $and: [match, all('createdAt')] }, hint }
}

type IndexName = keyof typeof leadIndexes
export type Hint = Record<string, 1 | -1>

/** Indexes of the newest leads with one filter: they hold no more than their fields. */
const narrow: readonly IndexName[] = ['status', 'assignee', 'source']

/** The index by which leads are found without reading others. `order`: the one of the wanted order. */
function indexFor({ filter, text, ids }: Matching, order: IndexName): IndexName {
  if (ids) return 'found'
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

function matchIn({ filter, text, ids }: Matching, index: IndexName): { match: QueryFilter<LeadRecord>; hint: Hint } {
  const { 'assignedTo.id': assignee, ...others } = filter as Record<string, unknown>
  const match = {
    ...others,
    ...text?.match,
    ...(ids && { _id: { $in: ids } }),
    // An index does not tell a null from a missing value, so only a comparison is decided in it.
    ...(assignee !== undefined && {
      'assignedTo.id': assignee ?? (index === 'assignee' ? null : { $not: { $gt: '' } }),
    }),
    // One run for each status, which MongoDB merges in their order.
    ...(index === 'assignee' && !('status' in filter) && { status: { $in: [...leadStatuses] } }),
  }
  return { match: match as QueryFilter<LeadRecord>, hint: { ...leadIndexes[index] } }
}

async function readLeads(
  matching: Matching,
  stretch: Stretch,
  limit: number,
  projection: Projection,
): Promise<LeadRecord[]> {
  const { filter, text, limits } = matching
  const among = (ids: number[] | null, part = stretch) => readInIndex({ ...matching, ids }, part, limit, projection)
  // Of leads with the same value as that of a cursor there are few.
  if (!text || stretch.conditions.some((condition) => '_id' in condition)) return among(null)
  const near = async (walked: number, from = stretch) => {
    const page = await walk(matching, from, Math.ceil(walked * limit), limit)
    return page.length === limit ? readInOrder(page, projection) : null
  }
  if (stretch.key === 'createdAt') {
    const readDense = async (week: number, walked: number, isFirst: boolean) => {
      // Without a filter the leads of one week are read up to the last of the page, once.
      const page = isFirst && Object.keys(filter).length === 0 ? await among(null, inWeek(week, stretch)) : null
      return page?.length === limit ? page : near(walked, fromWeek(week, stretch))
    }
    for (const [step, { found, walked }] of limits.steps.entries()) {
      const { ids, end, isDense } = await text.idsOfWeeks(weeksOf(matching, stretch), Math.ceil(found * limit))
      if (end === null) return among(ids)
      // So many in one week are not far from each other. Newer than that week are none but these.
      const page = !isDense
        ? await among(ids, beforeWeek(end, stretch))
        : ids.length === 0
          ? await readDense(end, walked, step === 0)
          : await near(walked)
      if (page?.length === limit) return page
    }
  } else {
    const ids = await text.idsUpTo(limits.few)
    if (ids) return among(ids)
    for (const { walked } of limits.steps) {
      const page = await near(walked)
      if (page) return page
    }
  }
  // Follow-ups that are due are few.
  return among('followUpAt' in filter ? null : await text.idsUpTo(limits.read))
}

/** The weeks in which the leads of a stretch were received. */
function weeksOf({ filter }: Matching, { conditions, direction }: Stretch): Weeks {
  const bounds = [filter, ...conditions].map(({ createdAt }) => (createdAt ?? {}) as Record<string, Date>)
  const weeks = (...names: string[]) =>
    bounds.flatMap((bound) => names.flatMap((name) => bound[name] ?? [])).map((date) => weekOf(date))
  return {
    from: Math.max(allWeeks.from, ...weeks('$gt', '$gte')),
    to: Math.min(allWeeks.to, ...weeks('$lt', '$lte')),
    direction,
  }
}

const startOf = (week: number) => new Date(week * weekMs)

/** What of a stretch is read before a week. */
const beforeWeek = (week: number, stretch: Stretch): Stretch =>
  within(stretch, stretch.direction === 1 ? { $lt: startOf(week) } : { $gte: startOf(week + 1) })

const inWeek = (week: number, stretch: Stretch): Stretch =>
  within(stretch, { $gte: startOf(week), $lt: startOf(week + 1) })

/** What of a stretch is read from a week on. */
const fromWeek = (week: number, stretch: Stretch): Stretch =>
  within(stretch, stretch.direction === 1 ? { $gte: startOf(week) } : { $lt: startOf(week + 1) })

const within = (stretch: Stretch, createdAt: object): Stretch => ({
  ...stretch,
  conditions: [...stretch.conditions, { createdAt }],
})

/** Reads the leads of a page and no others: filters are decided in an index first, a text alone MongoDB decides there. */
async function readInIndex(
  matching: Matching,
  { conditions, key, direction, index: order }: Stretch,
  limit: number,
  projection: Projection,
): Promise<LeadRecord[]> {
  const { filter, ids } = matching
  if (ids?.length === 0) return []
  const index = indexFor(matching, order)
  const { match, hint } = matchIn(matching, index)
  const all = [match, ...conditions].filter((condition) => Object.keys(condition).length > 0)
  const inOrder = (only: Projection) =>
    LeadModel.find(all.length > 0 ? { $and: all } : {}, only)
      .sort({ [key]: direction, _id: direction })
      .limit(limit)
      .hint(hint)
  const isUnfiltered = Object.keys(filter).length === 0
  const isOnePage = ids !== null && ids.length <= limit
  if (isUnfiltered || isOnePage || narrow.includes(index)) return inOrder(projection).lean<LeadRecord[]>()
  const places = await inOrder({ _id: 1 }).lean<{ _id: number }[]>()
  return readInOrder(
    places.map(({ _id }) => _id),
    projection,
  )
}

/**
 * Looks for leads among the first so many of a list: the find that goes on without an end can take half a minute where
 * those with a text are the oldest of a million. With a filter that has an index of its own those are the first with it.
 */
async function walk(
  matching: Matching,
  { conditions, key, direction, index }: Stretch,
  walked: number,
  limit: number,
): Promise<number[]> {
  const { match, hint } = matchIn(matching, indexFor({ ...matching, text: null }, index))
  const fields = Object.keys(hint)
  // What stands before the order in the index, and the times of an order by time, leave no part of the list in between.
  const leading = new Set([...fields.slice(0, fields.indexOf(key)), ...(key === 'createdAt' ? [key] : [])])
  const parts = Object.entries(match).map(([field, condition]) => ({ [field]: condition }))
  const isLeading = (part: object) => Object.keys(part).every((field) => leading.has(field))
  const found = await LeadModel.aggregate<{ _id: number }>([
    { $match: { $and: [...conditions, ...parts.filter(isLeading)] } },
    { $sort: { [key]: direction, _id: direction } },
    { $limit: walked },
    { $match: { $and: parts.filter((part) => !isLeading(part)) } },
    { $limit: limit },
    { $project: { _id: 1 } },
  ]).hint(hint)
  return found.map(({ _id }) => _id)
}

export async function readInOrder(ids: readonly number[], projection: Projection): Promise<LeadRecord[]> {
  const leads = await LeadModel.find({ _id: { $in: [...ids] } }, projection).lean<LeadRecord[]>()
  const byId = new Map(leads.map((lead) => [lead._id, lead]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
