import { v7 as uuidv7 } from 'uuid'
import { createFlushOnce } from './flush-once.ts'
import { changesChannel, databaseName, syncTag } from './names.ts'
import { createOutbox } from './outbox.ts'
import { createQuoteQueue, type QuoteQueue } from './quote-queue.ts'
import { openQuoteStore } from './quote-store.ts'
import { sendQuote } from './send-quote.ts'

/** The queue of this browser: shared by all its tabs and its service worker. */
export function openBrowserQueue(): QuoteQueue {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(changesChannel)
  const outbox = createOutbox({
    store: openQuoteStore(databaseName),
    now: () => Date.now(),
    newId: () => uuidv7(),
    changed() {
      channel?.postMessage('changed')
      void queue.refresh()
    },
  })
  const queue = createQuoteQueue({
    outbox,
    send: sendQuote,
    flushOnce: createFlushOnce(navigator.locks),
    now: () => Date.now(),
    askForBackgroundSync,
  })
  // Another tab or the service worker sent or changed something.
  if (channel) channel.onmessage = () => void queue.refresh()
  return queue
}

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

function askForBackgroundSync(): void {
  void (async () => {
    const registration = (await navigator.serviceWorker?.getRegistration()) as WithSync | undefined
    // Absent in Safari and Firefox, and refused where a person turned it off: the page's own triggers send then.
    await registration?.sync?.register(syncTag).catch(() => {})
  })()
}
