export type FlushOnce = <T>(work: () => Promise<T>) => Promise<T>

const lockName = 'kerbside-outbox'

/**
 * One sender at a time over all tabs and the service worker: the lock is the browser's. Where it has none, tabs take
 * turns only with themselves, and the server's unique submission id does the rest.
 */
export function createFlushOnce(locks: Pick<LockManager, 'request'> | undefined): FlushOnce {
  if (locks) return async (work) => await locks.request(lockName, work)
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    // The next in line starts whatever became of this one; its own caller hears of the failure.
    last = mine.catch(() => {})
    return mine
  }
}
