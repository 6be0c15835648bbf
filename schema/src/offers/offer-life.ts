import type { OfferEventType } from '../events/event.jobs.ts'
import { isUndoable, undoMs } from '../time/undo.ts'
import type { Offer, OfferState, WithdrawalReason } from './offer.ts'

export type OfferStep = {
  /** Missing: an open offer. */
  from?: OfferState
  to: OfferState
  because?: WithdrawalReason
  /** Whether the time to decide must still run, or must be over, at the moment of the write; missing: no matter. */
  time?: 'running' | 'over'
  /** Its handler in the worker does what follows; null: nothing does. */
  publishes: OfferEventType | null
  /** Milliseconds for which what follows waits, so that it can be undone until then. */
  waits?: number
}

/**
 * What can happen to an offer, what it becomes then, and which event goes out with the write
 * (docs/specification.md, 6.2). `offer.declined` gives its place to the next firm, `offer.withdrawn` to nobody. An offer that
 * is not open any more stays what it is, but for one that was accepted, and a no that the firm takes back while its place is
 * free: a firm that is asked once more has a new one.
 */
export const offerLife = {
  'firm accepts': { to: 'accepted', time: 'running', publishes: 'offer.accepted' },
  'firm declines': { to: 'declined', time: 'running', publishes: 'offer.declined', waits: undoMs },
  /** As long as nothing has followed from the no. */
  'firm takes its no back': { from: 'declined', to: 'offered', time: 'running', publishes: null },
  'time runs out': { to: 'expired', time: 'over', publishes: 'offer.declined' },
  'address rejects its email': { to: 'undeliverable', publishes: 'offer.declined' },
  /** Found when its email is put together: the firm is not active or not verified any more. */
  'firm may take no jobs': { to: 'withdrawn', because: 'firm-barred', publishes: 'offer.declined' },
  'all places are taken': { to: 'withdrawn', because: 'places-taken', publishes: 'offer.withdrawn' },
  /** Lost or converted. */
  'lead is closed': { to: 'withdrawn', because: 'lead-closed', publishes: 'offer.withdrawn' },
  /** Enough quotes, sharing stopped or details erased. */
  'homeowner stops': { to: 'withdrawn', because: 'by-homeowner', publishes: 'offer.withdrawn' },
  /** Of a firm that accepted and sent no price: it is asked to delete the details. */
  'homeowner gives the place away': { from: 'accepted', to: 'released', publishes: 'offer.declined' },
  'staff withdraw it': { to: 'withdrawn', because: 'by-staff', publishes: 'offer.withdrawn' },
  'firm is deleted': { to: 'withdrawn', because: 'by-staff', publishes: 'offer.withdrawn' },
} as const satisfies Record<string, OfferStep>

export type OfferHappening = keyof typeof offerLife

/** What ends an offer, or the place that it had. */
export type OfferEnding = Exclude<OfferHappening, 'firm takes its no back'>

export const stepOf = (happening: OfferHappening): OfferStep => offerLife[happening]

type Declined = Pick<Offer, 'state' | 'decidedAt' | 'expiresAt'>

/** Whether a firm is in time to take its no back; whether the place is still free is another question. */
export const isInTimeToUndo = ({ state, decidedAt, expiresAt }: Declined, now: Date): boolean =>
  state === 'declined' && decidedAt !== null && isUndoable(decidedAt, now) && expiresAt > now
