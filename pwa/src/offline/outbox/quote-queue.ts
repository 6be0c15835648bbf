import type { OneAtATime } from '@kerbside/schema/operation/one-at-a-time'
import { createWatched } from '../watched.ts'
import type { NewQuote, Outbox } from './outbox.ts'
import type { QueuedQuote, Receipt, SendResult } from './queued-quote.ts'
import { createRetries } from './retries.ts'

/** What the screens see of the outbox. `loaded` is false until it was read for the first time. */
export type QueueSnapshot = {
  loaded: boolean
  /** Milliseconds since 1970: when the outbox was last read. */
  readAt: number
  quotes: QueuedQuote[]
  receipt: Receipt | null
  durable: boolean
  sending: boolean
  /** Photos are on this phone, of a form or of a request. */
  hasPhotos: boolean
}

/** What became of a quote in the moments after it was saved. */
export type Submitted = Exclude<SendResult, { kind: 'away' | 'failed' }> | { kind: 'waiting' }

export type QuoteQueueDeps = {
  outbox: Outbox
  send: (quote: QueuedQuote) => Promise<SendResult>
  flushOnce: OneAtATime
  now: () => number
  /** Asks the browser to wake the service worker when the network is back, where it can. */
  askForBackgroundSync: () => void
  /** Photos were found on this phone: what sends them is loaded now. */
  foundPhotos: () => void
}

export type QuoteQueue = ReturnType<typeof createQuoteQueue>

// Milliseconds until the form stops waiting for an answer; sending goes on after it.
const submitTimeout = 12_000
/** Before the outbox was read. */
export const emptyQueue: QueueSnapshot = {
  loaded: false,
  readAt: 0,
  quotes: [],
  receipt: null,
  durable: true,
  sending: false,
  hasPhotos: false,
}

/** The one way to send, online or not: save, then flush. */
export function createQuoteQueue({ outbox, send, flushOnce, now, askForBackgroundSync, foundPhotos }: QuoteQueueDeps) {
  const { get: snapshot, change: show, subscribe } = createWatched(emptyQueue)
  const retries = createRetries(flush, now)
  let isStarted = false

  async function refresh(): Promise<void> {
    const [quotes, receipt, photos] = await Promise.all([
      outbox.all(),
      outbox.latestReceipt(),
      outbox.store.photos.all(),
    ])
    const hasPhotos = photos.length > 0
    show({ loaded: true, readAt: now(), quotes, receipt, durable: outbox.durable(), hasPhotos })
    if (hasPhotos) foundPhotos()
    if (isStarted) retries.setNext(await outbox.nextTryAt())
  }
  async function flush(options: { evenEarly: boolean }): Promise<void> {
    show({ sending: true })
    try {
      await flushOnce(() => outbox.flush(send, options))
    } finally {
      show({ sending: false })
      await refresh()
    }
  }

  /** Resolves as soon as the outcome is known, or at the timeout. The quote is saved either way. */
  async function submit(quote: NewQuote): Promise<Submitted> {
    const id = await outbox.save(quote)
    const flushed = flush({ evenEarly: true })
    await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, submitTimeout))])
    const receipt = await outbox.receipt(id)
    if (receipt) return { kind: 'sent', reference: receipt.reference }
    const left = await outbox.find(id)
    if (left === undefined || left.state === 'waiting') {
      askForBackgroundSync()
      return { kind: 'waiting' }
    }
    // The form is still open and shows what is wrong; its answers stay there and in its draft.
    await outbox.discard(left)
    if (left.state === 'sent-before') return { kind: 'sent-before' }
    return { kind: 'refused', message: left.message ?? '', errors: left.errors }
  }

  return {
    outbox,
    submit,
    refresh,
    sendNow: () => flush({ evenEarly: true }),
    /** What is not sent by itself: answers whose id was used before, and what waited too long. */
    async sendAgain(id: string) {
      await outbox.saveAgain(id)
      await flush({ evenEarly: true })
    },
    offerForTheLastTime: (id: string) => outbox.offerForTheLastTime(id),
    discard: (shown: QueuedQuote) => outbox.discard(shown),
    snapshot,
    serverSnapshot: () => emptyQueue,
    subscribe,
    /** Tries again from now on: at once, when something happens, and by the clock. */
    start(world: { window: Window; document: Document }) {
      isStarted = true
      retries.listen(world)
      void flush({ evenEarly: true })
      void refresh()
    },
  }
}
