import { z } from 'zod'
import { ListLimit, type ListPage } from '../lists.ts'
import { leadStatuses, type Lead } from './lead.ts'

/** Each sort by the name of REST's `sort`. */
export const leadSorts = {
  '-created_at': 'newest',
  created_at: 'oldest',
  '-updated_at': 'recentlyUpdated',
  updated_at: 'longestUnchanged',
  name: 'nameAToZ',
  '-name': 'nameZToA',
  '-priority': 'highestPriority',
  priority: 'lowestPriority',
  follow_up_at: 'nextFollowUp',
  '-follow_up_at': 'lastFollowUp',
} as const
export type LeadSort = (typeof leadSorts)[keyof typeof leadSorts]
export const leadSort = z.enum(
  Object.values(leadSorts),
  'Sort by created_at, updated_at, name, priority or follow_up_at, or by one of them with - before it',
)

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

export const LeadListInput = z.strictObject({
  filter: LeadFilter.nullish(),
  sort: leadSort.nullish(),
  first: ListLimit.nullish(),
  after: z.string().nullish(),
  last: ListLimit.nullish(),
  before: z.string().nullish(),
})

/** What a list needs of a lead. Why each firm was matched and what staff recorded is long, and read when asked for. */
export type LeadRow = Omit<Lead, 'matching' | 'activity'>
export type LeadPage = ListPage<LeadRow> & {
  /** Whether there are more than `total` says. */
  totalIsCapped: () => Promise<boolean>
  cursorOf: (lead: LeadRow) => string
}

/** Totals are exact up to this number. */
export const countedLeads = 10_000

export type LeadTotal = { count: number; isCapped: boolean }
