import { undoHours, type EstimateState, type LeadEstimate } from './estimate.ts'

const dayMs = 86_400_000
const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * dayMs)

export type EstimateStep = {
  from: readonly EstimateState[]
  to: EstimateState
  /** What must be so at the moment of the write: it is still valid, is no longer, or `isUndoable`; missing: no matter. */
  time?: 'valid' | 'over' | 'undoable'
}

/**
 * What can happen to a price that was sent, and what it becomes then (docs/specification.md, 5.12). What a state does not
 * have here cannot happen to it: a replaced, withdrawn or declined price stays what it is.
 */
export const estimateLife = {
  'firm sends another version': { from: ['sent'], to: 'replaced' },
  /** What was chosen and not confirmed in its time takes a new version, which says that the choice is taken back. */
  'firm renews what was chosen': { from: ['chosen'], to: 'replaced', time: 'over' },
  'firm withdraws it': { from: ['sent'], to: 'withdrawn' },
  'staff withdraw it': { from: ['sent', 'chosen'], to: 'withdrawn' },
  /** It is deleted, or not active any more. What it has agreed stays agreed. */
  'contractor is gone': { from: ['sent', 'chosen'], to: 'withdrawn' },
  /** Only while the lead has no other chosen price of the job; of a variation, only of the agreed price. */
  'homeowner chooses it': { from: ['sent'], to: 'chosen', time: 'valid' },
  'homeowner undoes the choice': { from: ['chosen'], to: 'sent', time: 'undoable' },
  'firm confirms it': { from: ['chosen'], to: 'agreed', time: 'valid' },
  /** Once another firm has confirmed, or the time to undo that choice is over. */
  'another is agreed': { from: ['sent'], to: 'declined' },
  'nothing fits': { from: ['sent'], to: 'declined' },
  /** By staff or the homeowner. The job can then be quoted and chosen again. */
  'agreement is cancelled': { from: ['agreed'], to: 'cancelled' },
  /** Extra work of it, whatever became of that so far. */
  'agreement of its job is cancelled': { from: ['sent', 'chosen', 'agreed'], to: 'cancelled' },
  /** Sharing stopped or details erased. A lost lead keeps its prices: it may be opened again. */
  'homeowner stops': { from: ['sent', 'chosen'], to: 'withdrawn' },
} as const satisfies Record<string, EstimateStep>

export type EstimateHappening = keyof typeof estimateLife

export const estimateStep = (happening: EstimateHappening): EstimateStep => estimateLife[happening]

/**
 * Whether the homeowner can undo a choice: for a day, again when it is not confirmed after so many days, and once its time is
 * over, for then nobody can confirm it.
 */
export function isUndoable(
  { state, decidedAt, validUntil }: Pick<LeadEstimate, 'state' | 'decidedAt' | 'validUntil'>,
  now: Date,
  unconfirmedDays: number,
): boolean {
  if (state !== 'chosen' || decidedAt === null) return false
  return undoUntil(decidedAt) > now || decidedAt <= daysBefore(now, unconfirmedDays) || validUntil <= now
}

/** The same as a guard of a write. */
export const undoableAt = (at: Date, unconfirmedDays: number | undefined) => [
  { decidedAt: { $gt: new Date(at.getTime() - undoHours * 3_600_000) } },
  ...(unconfirmedDays === undefined ? [] : [{ decidedAt: { $lte: daysBefore(at, unconfirmedDays) } }]),
  { validUntil: { $lte: at } },
]

/** Days after the choice from which its contractor is reminded to confirm, once each. */
const reminders = [
  { from: 1, until: 2, round: 0 },
  { from: 2, until: 4, round: 1 },
  { from: 4, until: 8, round: 2 },
] as const
/** For so many days the homeowner can still be told. */
const noticeDays = 4

/** What is due about a choice that is not confirmed. Who was away longer is told of the later reminder alone. */
export function dueWhileUnconfirmed(chosenAt: Date, now: Date, unconfirmedDays: number) {
  const days = (now.getTime() - chosenAt.getTime()) / dayMs
  return {
    reminder: reminders.find(({ from, until }) => days >= from && days < until) ?? null,
    isHomeownerTold: days >= unconfirmedDays && days < unconfirmedDays + noticeDays,
  }
}

/** Between these moments homeowners chose about whom something may be due now. */
export const choicesDueBetween = (now: Date, unconfirmedDays: number) => ({
  $gt: daysBefore(now, Math.max(reminders[2].until, unconfirmedDays + noticeDays)),
  $lte: daysBefore(now, Math.min(reminders[0].from, unconfirmedDays)),
})

/** Staff look after a choice that was made before this moment, two days ago, and is not confirmed. */
export const unconfirmedSince = (now: Date): Date => daysBefore(now, 2)

/** Until when a choice can be undone at first. */
export const undoUntil = (chosenAt: Date): Date => new Date(chosenAt.getTime() + undoHours * 3_600_000)
