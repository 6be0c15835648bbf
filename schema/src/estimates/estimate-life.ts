import type { EstimateState } from './estimate.ts'
import { undoHours } from './estimate.ts'

export type EstimateStep = {
  from: readonly EstimateState[]
  to: EstimateState
  /** Whether the price must still be valid at the moment of the write; missing: no matter. */
  time?: 'valid' | 'within-undo'
}

/**
 * What can happen to a price that was sent, and what it becomes then (docs/specification.md, 5.12). What a state does not
 * have here cannot happen to it: a replaced, withdrawn or declined price stays what it is.
 */
export const estimateLife = {
  'firm sends another version': { from: ['sent'], to: 'replaced' },
  'firm withdraws it': { from: ['sent'], to: 'withdrawn' },
  'staff withdraw it': { from: ['sent', 'chosen'], to: 'withdrawn' },
  /** Only while the lead has no other chosen price of the job; of a variation, only of the agreed price. */
  'homeowner chooses it': { from: ['sent'], to: 'chosen', time: 'valid' },
  'homeowner undoes the choice': { from: ['chosen'], to: 'sent', time: 'within-undo' },
  'firm confirms it': { from: ['chosen'], to: 'agreed' },
  /** Once another firm has confirmed, or the time to undo that choice is over. */
  'another is agreed': { from: ['sent'], to: 'declined' },
  'nothing fits': { from: ['sent'], to: 'declined' },
  /** Sharing stopped, details erased, or the lead closed as lost. */
  'lead is closed': { from: ['sent', 'chosen'], to: 'withdrawn' },
} as const satisfies Record<string, EstimateStep>

export type EstimateHappening = keyof typeof estimateLife

export const estimateStep = (happening: EstimateHappening): EstimateStep => estimateLife[happening]

/** Until when a choice can be undone. */
export const undoUntil = (chosenAt: Date): Date => new Date(chosenAt.getTime() + undoHours * 3_600_000)
