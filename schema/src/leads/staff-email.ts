import type { Lead, LeadActivity } from './lead.ts'
import type { StaffEmailKind } from '../deliveries/delivery.ts'

/** An email to a colleague whom an entry of a lead's activity concerns. `about` makes its id, together with kind and user. */
export type StaffEmail = { userId: string; kind: StaffEmailKind; about: string; entry: LeadActivity }

/**
 * The emails that a lead's activity causes, from an entry on: to those who are mentioned or given the lead, unless they did
 * it themselves. An entry never moves, so its place makes the same email each time.
 */
export function staffEmailsOf({ id, activity = [] }: Pick<Lead, 'id' | 'activity'>, from = 0): StaffEmail[] {
  return activity.slice(from).flatMap((entry, index) => {
    const kind = entry.kind === 'assigned' ? 'assignment' : 'mention'
    const people = entry.assignedTo ? [entry.assignedTo] : (entry.mentions ?? [])
    const about = `${id}-${from + index}`
    return people
      .filter((person) => person.id !== entry.by.id)
      .map((person) => ({ userId: person.id, kind, about, entry }))
  })
}
