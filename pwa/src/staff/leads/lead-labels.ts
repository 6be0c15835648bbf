import type { LeadStatus } from '@kerbside/schema/leads/lead'
import type { ToneLabel } from '../ui/tone-chip.tsx'
import type { LeadRow, LeadStatusName } from './leads.queries.ts'

export const statusLabels: Record<LeadStatusName, ToneLabel> = {
  NEW: { label: 'New', tone: 'blue' },
  CONTACTED: { label: 'Contacted', tone: 'amber' },
  QUOTED: { label: 'Quoted', tone: 'violet' },
  CONVERTED: { label: 'Converted', tone: 'green' },
  LOST: { label: 'Lost', tone: 'slate' },
}

/** How a call went, as GraphQL names it. */
export const callOutcomes = { REACHED: 'Reached', NO_ANSWER: 'No answer', WRONG_NUMBER: 'Wrong number' } as const
export type CallOutcomeName = keyof typeof callOutcomes

export const statusNames = Object.keys(statusLabels) as LeadStatusName[]

/** GraphQL writes enum values in capitals, the rules in schema do not. */
export const asStatus = (name: LeadStatusName) => name.toLowerCase() as LeadStatus
export const asStatusName = (status: LeadStatus) => status.toUpperCase() as LeadStatusName

export const priorityLabels: Record<LeadRow['priority'], ToneLabel> = {
  HIGH: { label: 'High priority', tone: 'slate' },
  MEDIUM: { label: 'Medium priority', tone: 'slate' },
  LOW: { label: 'Low priority', tone: 'slate' },
}

type Job = Pick<LeadRow, 'drivewayMaterial' | 'pickupLocation' | 'dropoffLocation'>

/** The job in a few words: the material of a driveway, or the two ends of a journey. */
export function jobText({ drivewayMaterial, pickupLocation, dropoffLocation }: Job): string {
  return drivewayMaterial ?? [pickupLocation, dropoffLocation].filter(Boolean).join(' → ')
}

export const distanceText = (kilometres: number) => `${kilometres} km`

/** An erased lead has no name left. */
export const nameOf = (lead: { fullName: string }) => lead.fullName || 'No name'

/** What a lead or a held quote is called in buttons and questions. */
export const leadTitle = (lead: { reference: string; fullName: string }) => `${lead.reference}, ${nameOf(lead)}`

type Promised = { kind: 'kept' } | { kind: 'due'; minutesLeft: number } | { kind: 'broken'; since: Date }

/** How long the homeowner still waits in time for a first answer; `kept` when they wait for none. */
export function promiseOf({ answerDueAt }: Pick<LeadRow, 'answerDueAt'>, now = new Date()): Promised {
  if (answerDueAt === null) return { kind: 'kept' }
  const due = new Date(answerDueAt)
  if (due <= now) return { kind: 'broken', since: due }
  return { kind: 'due', minutesLeft: Math.ceil((due.getTime() - now.getTime()) / 60_000) }
}

/** '1,234', '10,000+'. */
export const countText = ({ count, isCapped }: { count: number; isCapped: boolean }) =>
  `${count.toLocaleString('en-GB')}${isCapped ? '+' : ''}`

/** '1 lead', '1,234 leads', '10,000+ leads'. */
export const numberOfLeads = (count: number, isCapped = false) =>
  `${countText({ count, isCapped })} ${count === 1 && !isCapped ? 'lead' : 'leads'}`
