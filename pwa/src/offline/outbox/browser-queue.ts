import { inTurn, oneAtATime, type OneAtATime } from '../one-at-a-time.ts'
import { createOutbox } from './outbox.ts'
import { createQuoteQueue, type QuoteQueue } from './quote-queue.ts'
import { openQuoteStore } from './quote-store.ts'
import { sendQuote } from './send-quote.ts'

/** The outbox's database, lock, channel and sync tag: pages and the service worker share them by this name. */
export const outboxName = 'kerbside-outbox'

export const openOutbox = (changed: () => void) =>
  createOutbox({ store: openQuoteStore(outboxName), now: () => Date.now(), changed })

/** The queue of this browser: shared by all its tabs and its service worker. */
export function openBrowserQueue(): QuoteQueue {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(outboxName)
  const outbox = openOutbox(() => {
    channel?.postMessage('changed')
    void queue.refresh()
  })
  const queue = createQuoteQueue({
    outbox,
    send: sendQuote,
    flushOnce: oneSender(navigator.locks, outboxName),
    now: () => Date.now(),
    askForBackgroundSync,
    // Without a network now, it is loaded with the next change.
    foundPhotos: () => void import('../photos/photo-queue.ts').then(({ photosOf }) => photosOf(queue)).catch(() => {}),
  })
  // Another tab or the service worker sent or changed something.
  if (channel) channel.onmessage = () => void queue.refresh()
  return queue
}

/** One tab sends at a time. Few browsers lack locks; the others do not load the lease that stands in for them. */
export function oneSender(locks: LockManager | undefined, name: string): OneAtATime {
  if (locks) return oneAtATime(name, locks)
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
