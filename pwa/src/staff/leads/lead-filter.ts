import type { LeadStatus } from '@kerbside/schema/leads/lead'
import { session } from '../../api/session.ts'
import { momentOf } from '../ui/times.ts'

/** By the name of the address and of REST's `sort`; newest first without a name. */
export const leadSorts = {
  created_at: { label: 'Oldest first', value: 'CREATED_AT_ASC' },
  '-updated_at': { label: 'Recently changed first', value: 'UPDATED_AT_DESC' },
  updated_at: { label: 'Longest unchanged first', value: 'UPDATED_AT_ASC' },
  name: { label: 'Name A to Z', value: 'NAME_ASC' },
  '-name': { label: 'Name Z to A', value: 'NAME_DESC' },
  '-priority': { label: 'Highest priority first', value: 'PRIORITY_DESC' },
  priority: { label: 'Lowest priority first', value: 'PRIORITY_ASC' },
  follow_up_at: { label: 'Next follow-up first', value: 'FOLLOW_UP_ASC' },
  '-follow_up_at': { label: 'Last follow-up first', value: 'FOLLOW_UP_DESC' },
} as const
export type LeadSortName = keyof typeof leadSorts
export const newestFirst = 'Newest first'

/** Instead of a user's id: whoever is looking at the list, and nobody. */
export const me = 'me'
export const nobody = 'none'

export type LeadFilterState = {
  search: string
  status: Uppercase<LeadStatus> | null
  /** A user's id, `me` or `none`. */
  assignedTo: string | null
  /** A day as a date field has it, meant where the person is, or a moment. */
  from: string | null
  to: string | null
  source: string
  followUp: boolean
  /** New, contacted or quoted. */
  pending: boolean
  /** Nobody has answered the homeowner yet. */
  waiting: boolean
  /** A firm accepted five days ago or more, and no price has come. */
  awaitingPrice: boolean
  /** A homeowner chose two days ago or more, and no contractor has confirmed. */
  awaitingConfirmation: boolean
  /** The letters that a postcode or Eircode starts with. */
  area: string
}

export const noFilter: LeadFilterState = {
  search: '',
  status: null,
  assignedTo: null,
  from: null,
  to: null,
  source: '',
  followUp: false,
  pending: false,
  waiting: false,
  awaitingPrice: false,
  awaitingConfirmation: false,
  area: '',
}

export const isFiltered = (filter: LeadFilterState) =>
  (Object.keys(noFilter) as (keyof LeadFilterState)[]).some((name) => filter[name] !== noFilter[name])

/** As GraphQL takes it. */
export function toLeadFilter(filter: LeadFilterState) {
  const { search, status, assignedTo, from, to, source, followUp, pending, waiting, area } = filter
  const { awaitingPrice, awaitingConfirmation } = filter
  const assignee = assignedTo === me ? session.get()?.user.id : assignedTo
  const [start, end] = [from === null ? null : momentOf(from, 'from'), to === null ? null : momentOf(to, 'to')]
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(assignee && { assignedTo: assignee }),
    ...(start && { from: start.toISOString() }),
    ...(end && { to: end.toISOString() }),
    ...(source && { source }),
    ...(followUp && { followUp }),
    ...(pending && { pending }),
    ...(waiting && { waiting }),
    ...(awaitingPrice && { awaitingPrice }),
    ...(awaitingConfirmation && { awaitingConfirmation }),
    ...(area && { area }),
  }
}
