import { inTurn, underLock, type OneAtATime } from '@kerbside/schema/operation/one-at-a-time'

/** The outbox's database, lock, channel and sync tag: pages and the service worker share them by this name. */
export const outboxName = 'kerbside-outbox'

/** One tab sends at a time. Few browsers lack locks; the others do not load the lease that stands in for them. */
export function oneSender(locks: LockManager | undefined, name: string): OneAtATime {
  if (locks) return underLock(name, locks)
  const tab = inTurn()
  const chosen = import('../lease.ts').then(
    ({ leased }) => leased(name, tab),
    () => tab, // Not loaded, for want of a network: the server knows by its id what two tabs send.
  )
  return async (work) => (await chosen)(work)
}

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

export function askForBackgroundSync(): void {
  void (async () => {
    const registration = (await navigator.serviceWorker?.getRegistration()) as WithSync | undefined
    // Missing in Safari and Firefox, and rejected where a person turned it off: the page's own triggers send then.
    await registration?.sync?.register(outboxName).catch(() => {})
  })()
}
