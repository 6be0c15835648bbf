import type { Lead } from '../leads/lead.ts'

/** Why a quote was held back from the leads (docs/specification.md, 4). */
export const holdReasons = ['honeypot', 'too-fast', 'address-rate', 'contact-rate'] as const
export type HoldReason = (typeof holdReasons)[number]

/** Days that a held quote waits for staff. Then it goes by itself, and so does all that is known of its submission. */
export const heldDays = 30

/** A quote that staff have to decide about. */
export type HeldQuote = {
  id: number
  reason: HoldReason
  receivedAt: Date
  /** What it becomes when it is released. */
  lead: Lead
}
