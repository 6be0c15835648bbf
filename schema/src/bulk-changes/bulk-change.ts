import type { LeadStatus } from '../leads/lead.ts'

export const bulkChangeKinds = ['assign', 'status', 'message', 'follow-up', 'delete'] as const

/** `waiting`: nobody works on it yet. */
export const bulkChangeStates = ['waiting', 'running', 'done', 'stopped', 'failed'] as const
export type BulkChangeState = (typeof bulkChangeStates)[number]

/** What is done to each lead. */
export type BulkAction =
  | { kind: 'assign'; assignedTo: { id: string; name: string } | null }
  | { kind: 'status'; status: LeadStatus; note: string | null }
  | { kind: 'message'; message: string }
  | { kind: 'follow-up'; followUpAt: Date | null }
  | { kind: 'delete' }

type LeadRef = { id: string; reference: string }

/** Why leads were left out: how many of them, and the first. */
export type SkippedLeads = { message: string; count: number; leads: LeadRef[] }

/** What became of the leads so far. */
export type BulkReport = { changed: number; unchanged: number; skipped: SkippedLeads[] }

/** One change of many leads, which the server works through (docs/specification.md, 9.4). */
export type BulkChange = BulkReport & {
  /** A UUID made with the dialog: the same change is made once, however often it is requested. */
  id: string
  action: BulkAction
  state: BulkChangeState
  /** Null while the leads are being listed. */
  total: number | null
  /** Why it failed, in words for people; null while it has not. */
  error: string | null
}

/** How many leads are selected one by one at most. */
export const maximumSelected = 200

/** How many leads are worked on. */
export const doneIn = ({ changed, unchanged, skipped }: BulkReport): number =>
  skipped.reduce((sum, { count }) => sum + count, changed + unchanged)

/** How many leads of a reason are named. */
const namedLeads = 12

/** The report with another lead that was left out. */
export function withSkipped(skipped: readonly SkippedLeads[], message: string, lead: LeadRef): SkippedLeads[] {
  const known = skipped.find((group) => group.message === message)
  if (!known) return [...skipped, { message, count: 1, leads: [lead] }]
  const leads = known.leads.length < namedLeads ? [...known.leads, lead] : known.leads
  return skipped.map((group) => (group === known ? { message, count: known.count + 1, leads } : group))
}
