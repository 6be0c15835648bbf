/** Seconds for which the homeowner can undo that they have enough quotes, or that they stopped sharing. */
export const undoStopSeconds = 60

/** Of a lead. */
type Stopped = { [When in 'enoughQuotesAt' | 'sharingStoppedAt' | 'erasedAt']?: Date | null }

/** When the last of the two can be undone no more, and what follows from it begins. */
export const stopStandsAt = (stoppedAt: Date): Date => new Date(stoppedAt.getTime() + undoStopSeconds * 1_000)

/**
 * Until when a stop can still be undone; null when there is nothing to undo. Until then it holds like one that stands, so
 * that nothing reaches a firm, and nothing is given up for it either: no offer, no price, no email.
 */
export function stopUndoableUntil({ enoughQuotesAt, sharingStoppedAt, erasedAt }: Stopped, at: Date): Date | null {
  const last = sharingStoppedAt ?? enoughQuotesAt
  if (!last || erasedAt) return null
  const until = stopStandsAt(last)
  return until > at ? until : null
}
