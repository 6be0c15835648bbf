import type { LeadStatusName, LeadRow } from './leads.queries.ts'
import type { Tone } from '../ui/tone-chip.tsx'

type Word = { label: string; tone: Tone }

export const statusWords: Record<LeadStatusName, Word> = {
  NEW: { label: 'New', tone: 'blue' },
  CONTACTED: { label: 'Contacted', tone: 'amber' },
  QUOTED: { label: 'Quoted', tone: 'violet' },
  CONVERTED: { label: 'Converted', tone: 'green' },
  LOST: { label: 'Lost', tone: 'slate' },
}

export const statusNames = Object.keys(statusWords) as LeadStatusName[]
export const statusChoices = statusNames.map((value) => ({ value, label: statusWords[value].label }))

export const priorityWords: Record<LeadRow['priority'], Word> = {
  HIGH: { label: 'High priority', tone: 'slate' },
  MEDIUM: { label: 'Medium priority', tone: 'slate' },
  LOW: { label: 'Low priority', tone: 'slate' },
}

type Job = Pick<LeadRow, 'drivewayMaterial' | 'pickupLocation' | 'dropoffLocation'>

/** What is wanted, in a few words: the material of a driveway, or the two ends of a journey. */
export function jobOf({ drivewayMaterial, pickupLocation, dropoffLocation }: Job): string {
  return drivewayMaterial ?? [pickupLocation, dropoffLocation].filter(Boolean).join(' → ')
}

/** An erased lead has no name left. */
export const nameOf = (lead: { fullName: string }) => lead.fullName || 'No name'
