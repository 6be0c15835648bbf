export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs one piece of work after the other, over all tabs and the service worker: under the browser's lock of this name.
 * In a browser without locks each tab waits only for itself.
 */
export const underLock = (lockName: string, locks: Pick<LockManager, 'request'> | undefined): OneAtATime =>
  locks ? async (work) => await locks.request(lockName, work) : inTurn()

/** One after the other within this tab, or this process. Whoever asked gets the result or the error. */
export function inTurn(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    // The next in line starts after a failure too; the caller gets the failure.
    last = mine.catch(() => {})
    return mine
  }
}
