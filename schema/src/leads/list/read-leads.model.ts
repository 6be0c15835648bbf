import type { QueryFilter } from 'mongoose'
import type { z } from 'zod'
import { leadStatuses } from '../lead.ts'
import { LeadModel, leadIndexes, type LeadRecord } from '../lead.model.ts'
import type { LeadFilter } from './lead-filter.ts'
import { toMongoFilter } from './lead-filter.model.ts'
import { all, type Stretch } from './lead-order.model.ts'
import { readText, type SoughtText } from './lead-search.model.ts'

/** What rows of a list do not show. */
export const notInRows = {
  matching: 0,
  activity: 0,
  searchText: 0,
  tails: 0,
  submissionId: 0,
  requestDigest: 0,
  outbox: 0,
} as const

export type Projection = Readonly<Record<string, 0 | 1>>

/** What of all leads is wanted. `maxTimeMS`: how long each read may take; 0 is for ever. */
export type Matching = { filter: QueryFilter<LeadRecord>; text: SoughtText | null; maxTimeMS: number }

export async function readFilter(filter: z.output<typeof LeadFilter>, now: Date, maxTimeMS = 0): Promise<Matching> {
  return { filter: toMongoFilter(filter, now), text: await readText(filter.search), maxTimeMS }
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

/** The index by which leads are found without reading others. `order`: the one of the wanted order. */
function indexFor({ filter, text }: Matching, order: IndexName): IndexName {
  if (text?.isRare) return 'tails'
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
  { conditions, key, direction, index: order }: Stretch,
  limit: number,
  projection: Projection,
): Promise<LeadRecord[]> {
  // Of leads with the same value as that of a cursor there are fewer still.
  const isAtCursor = conditions.some((condition) => '_id' in condition)
  const index = indexFor(isAtCursor ? { ...matching, text: null } : matching, order)
  const { match, hint } = matchIn(matching, index)
  const all = [match, ...conditions].filter((condition) => Object.keys(condition).length > 0)
  return LeadModel.find(all.length > 0 ? { $and: all } : {}, projection)
    .sort({ [key]: direction, _id: direction })
    .limit(limit)
    .hint(hint)
    .maxTimeMS(matching.maxTimeMS)
    .lean<LeadRecord[]>()
}
