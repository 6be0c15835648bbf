import { z } from 'zod'
import { ListLimit, periodFilter, type ListPage } from '../../lists.ts'
import { leadStatuses, type Lead } from '../lead.ts'

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

export const LeadFilter = z.strictObject({
  search: z.string().max(200, 'Search for 200 characters at most').nullish(),
  status: z.enum(leadStatuses, 'This is not a status').nullish(),
  assignedTo: z
    .string()
    .regex(/^(?:[\da-f]{24}|none)$/i, 'Give a user’s id or none')
    .nullish(),
  ...periodFilter,
  source: z.string().max(200).nullish(),
  followUp: z.boolean().nullish(),
  pending: z.boolean().nullish(),
  waiting: z.boolean().nullish(),
  /** A firm accepted five days ago or more, and no price has come. */
  awaitingPrice: z.boolean().nullish(),
  /** A homeowner chose two days ago or more, and no contractor has confirmed. */
  awaitingConfirmation: z.boolean().nullish(),
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

/** A filter without what nobody chose: the same one is the same object, however it was sent. */
export const withoutEmpty = (filter: LeadFilter): LeadFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

/** What a list needs of a lead. Why each firm was matched and what staff recorded is long, and read when asked for. */
export type LeadRow = Omit<Lead, 'matching' | 'activity'>
export type LeadPage<Row = LeadRow> = ListPage<Row> & {
  /** Whether there are more than `total` says. */
  totalIsCapped: () => Promise<boolean>
  cursorOf: (lead: Row) => string
}

/** Totals are exact up to this number. */
export const countedLeads = 10_000
/** Those of a search up to this one: so many leads with a text are found by it, and of more the list is walked through. */
export const countedFound = 2_000

export type LeadTotal = { count: number; isCapped: boolean }
