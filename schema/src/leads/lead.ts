import type { OutboxEvent } from '../events/event.jobs.ts'
import type { MatchReason } from '../contractors/matching.ts'
import type { LeadColumns } from '../quotes/columns.ts'
import type { FormField } from '../quotes/form-definition.ts'
import type { Offer } from './offer.ts'

export const leadStatuses = ['new', 'contacted', 'quoted', 'converted', 'lost'] as const
export type LeadStatus = (typeof leadStatuses)[number]

export const leadPriorities = ['high', 'medium', 'low'] as const
export type LeadPriority = (typeof leadPriorities)[number]

const nextStatuses: Record<LeadStatus, readonly LeadStatus[]> = {
  new: ['contacted', 'quoted', 'converted', 'lost'],
  contacted: ['quoted', 'converted', 'lost'],
  quoted: ['contacted', 'converted', 'lost'],
  converted: ['quoted', 'lost'],
  lost: ['contacted'],
}

/** Screens draw their choices from this, and the service refuses by it. */
export function movesFrom(status: LeadStatus): readonly LeadStatus[] {
  return nextStatuses[status]
}
export function canMove(from: LeadStatus, to: LeadStatus): boolean {
  return nextStatuses[from].includes(to)
}

/** Statuses that a manager still has to work on (docs/specification.md, 5.2). */
export const pendingStatuses = ['new', 'contacted', 'quoted'] as const satisfies readonly LeadStatus[]

/** A lost or converted lead is offered to nobody, and nobody may accept it; nor one that its homeowner has stopped. */
export function isOpenToFirms({ status, sharingStoppedAt }: Pick<Lead, 'status' | 'sharingStoppedAt'>): boolean {
  return pendingStatuses.some((pending) => pending === status) && !sharingStoppedAt
}

/** One answer exactly as the homeowner saw and gave it. */
export type Answer = { name: string; label: string; value: string }

export type Attribution = {
  source: string | null
  medium: string | null
  campaign: string | null
  term: string | null
  content: string | null
  referrer: string | null
}

export type StatusChange = {
  from: LeadStatus
  to: LeadStatus
  at: Date
  by: { id: string; name: string } | null
  note: string | null
}

export type Lead = LeadColumns & {
  id: number
  /** What people quote on the phone: `KB-` and six unambiguous characters. */
  reference: string
  fullName: string
  answers: Answer[]
  trade: string
  status: LeadStatus
  statusHistory: StatusChange[]
  lostReason: string | null
  priority: LeadPriority
  assignedTo: { id: string; name: string } | null
  followUpAt: Date | null
  isConfirmation: boolean
  /** `url_type` of the REST payload: the path that the form was filled in on. */
  urlType: string | null
  page: string
  /** The `page_version` of the form that the homeowner saw. */
  formVersion: number
  /** What the homeowner was told about sharing, word for word. */
  notice: string
  attribution: Attribution
  offers: Offer[]
  /** Why each firm was offered the job, or why not, as of the last matching. */
  matching: MatchReason[]
  /** When the homeowner asked that no further firm gets the details: enough, stop or erase. Missing: never. */
  sharingStoppedAt?: Date | null
  /** When matching first ran to its end; null is what the worker's sweep looks for. */
  dispatchedAt: Date | null
  /** Rises with every change by a person; a stale one is a conflict. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Numbers shown above the lead lists. */
export type LeadStats = Record<LeadStatus, number> & {
  total: number
  /** Converted divided by total, as a whole percent (docs/specification.md, 5.4). */
  conversionRate: number
  /** Received in the last 7 days. */
  thisWeek: number
}

/** What is stored beside the lead itself. */
export type LeadStorage = {
  submissionId: string
  /** Tells a repeat of the request from other answers under its id; leads from before it was kept have none. */
  requestDigest?: string | null
  outbox: OutboxEvent[]
  searchText: string
  /** Since when the free places of a lead that came back wait to be offered; missing: nothing waits. */
  placesDueSince?: Date
}

/** How urgent a lead is, by the place of its answers in the form's own option lists (docs/specification.md, 5.3). */
export function priorityOf(
  fields: readonly FormField[],
  answers: { timeframe: string | null; budget: string | null },
): LeadPriority {
  const values = (field: string) => fields.find(({ name }) => name === field)?.options?.map(({ value }) => value) ?? []
  const timeframes = values('timeframe')
  const budgets = values('budget')
  if (answers.timeframe !== null && answers.timeframe === timeframes[0]) return 'high'
  if (answers.budget !== null && budgets.slice(-2).includes(answers.budget)) return 'high'
  if (answers.timeframe !== null && answers.timeframe === timeframes.at(-1)) return 'low'
  return 'medium'
}

/** What substring search looks through: names, email, mobile and reference (docs/specification.md, 5.4). */
export function searchTextOf(lead: Pick<Lead, 'fullName' | 'email' | 'mobile' | 'reference'>): string {
  return [lead.fullName, lead.email, lead.mobile, lead.reference].join('\n').toLowerCase()
}
