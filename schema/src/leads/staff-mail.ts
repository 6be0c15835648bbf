import type { Lead, LeadActivity } from './lead.ts'
import type { StaffMailKind } from '../deliveries/delivery.ts'

/** A mail to a colleague whom an entry of a lead's activity concerns. `about` makes its id, together with kind and user. */
export type StaffMail = { userId: string; kind: StaffMailKind; about: string; entry: LeadActivity }

/**
 * The mails that a lead's activity causes, from an entry on: to those who are mentioned or given the lead, unless they did
 * it themselves. An entry never moves, so its place makes the same mail each time.
 */
export function staffMailsOf({ id, activity = [] }: Pick<Lead, 'id' | 'activity'>, from = 0): StaffMail[] {
  return activity.slice(from).flatMap((entry, index) => {
    const kind = entry.kind === 'assigned' ? 'assignment' : 'mention'
    const people = entry.assignedTo ? [entry.assignedTo] : (entry.mentions ?? [])
    const about = `${id}-${from + index}`
    return people
      .filter((person) => person.id !== entry.by.id)
      .map((person) => ({ userId: person.id, kind, about, entry }))
  })
}
