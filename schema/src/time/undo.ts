/**
 * Milliseconds for which a decision can be undone, and what follows from it waits: the homeowner's stop, a firm's no, and
 * a move of status by staff.
 */
export const undoMs = 60_000

/** When a decision stands. */
export const undoableUntil = (decidedAt: Date): Date => new Date(decidedAt.getTime() + undoMs)

export const isUndoable = (decidedAt: Date, now: Date): boolean => now < undoableUntil(decidedAt)
