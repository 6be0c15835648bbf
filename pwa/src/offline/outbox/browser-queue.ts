import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { browserLocks, openChannel } from '../browser.ts'
import { createOutbox } from './outbox.ts'
import { askForBackgroundSync, outboxName } from './background-sync.ts'
import { createQuoteQueue, type QuoteQueue } from './quote-queue.ts'
import { openQuoteStore } from './quote-store.ts'
import { submitQuote } from './submit-quote.ts'

export const openOutbox = (changed: () => void) =>
  createOutbox({
    store: openQuoteStore(outboxName),
    now: () => Date.now(),
    changed,
  })

/** The queue of this browser: shared by all its tabs and its service worker. */
export function openBrowserQueue(): QuoteQueue {
  const channel = openChannel(outboxName)
  const outbox = openOutbox(() => {
    channel.post()
    void queue.refresh()
  })
  const queue = createQuoteQueue({
    outbox,
    send: submitQuote,
    flushOnce: underLock(outboxName, browserLocks()),
    now: () => Date.now(),
    askForBackgroundSync,
    // Without a network now, it is loaded with the next change.
    foundPhotos: () =>
      void import('../photos/photo-queue.ts').then(({ photoQueueOf }) => photoQueueOf(queue)).catch(() => {}),
  })
  // Another tab or the service worker sent or changed something.
  channel.onMessage(() => void queue.refresh())
  return queue
}
