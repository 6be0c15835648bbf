import { undoableUntil } from '../time/undo.ts'

/** Of a lead. */
type Stopped = { [When in 'enoughQuotesAt' | 'sharingStoppedAt' | 'erasedAt']?: Date | null }

/**
 * Until when the homeowner can still undo that they have enough quotes, or stopped sharing; null when there is nothing to
 * undo. Until then it holds like one that stands, so that nothing reaches a firm, and nothing is given up for it either: no
 * offer, no price, no email.
 */
export function stopUndoableUntil({ enoughQuotesAt, sharingStoppedAt, erasedAt }: Stopped, at: Date): Date | null {
  const last = sharingStoppedAt ?? enoughQuotesAt
  if (!last || erasedAt) return null
  const until = undoableUntil(last)
  return until > at ? until : null
}
