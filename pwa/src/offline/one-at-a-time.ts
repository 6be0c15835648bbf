export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs one piece of work after the other, over all tabs and the service worker: under the browser's lock of this name, or
 * under a lease in a browser without locks.
 */
export function oneAtATime(lockName: string, locks: Pick<LockManager, 'request'> | undefined): OneAtATime {
  if (locks) return async (work) => await locks.request(lockName, work)
  // Few browsers lack locks; the others do not load what stands in for them.
  const tab = inTurn()
  const chosen = import('./lease.ts').then(
    ({ leased }) => leased(lockName, tab),
    () => tab, // Not loaded, for want of a network: the server knows by its id what two tabs send.
  )
  return async (work) => (await chosen)(work)
}

/** One after the other within this tab. */
export function inTurn(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    // The next in line starts after a failure too; the caller gets the failure.
    last = mine.catch(() => {})
    return mine
  }
}
