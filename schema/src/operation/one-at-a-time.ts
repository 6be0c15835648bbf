export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>

/** Milliseconds that another tab may hold the lock. A tab that the browser has frozen would hold it for ever. */
const patience = 3_000
/** The same, once it was not granted in time. */
const impatience = 300

/**
 * Runs one piece of work after the other, over all tabs and the service worker: under the browser's lock of this name.
 * Where there are no locks, or this one is not granted in time, each tab waits only for itself: whatever is done under it
 * may be done twice.
 */
export function underLock(lockName: string, locks: Pick<LockManager, 'request'> | undefined): OneAtATime {
  const here = inTurn()
  if (!locks) return here
  let waitMs = patience
  return (work) => here(() => locked(work))

  async function locked<T>(work: () => Promise<T>): Promise<T> {
    let working: Promise<T> | null = null
    const begin = () => (working ??= work())
    const waiting = new AbortController()
    const granted = async () => locks?.request(lockName, { signal: waiting.signal }, begin)
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), waitMs))
    await Promise.race([granted().catch(() => null), tooLate])
    waitMs = working ? patience : impatience
    if (!working) waiting.abort()
    return begin()
  }
}

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
