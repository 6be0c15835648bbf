import { startFlushTriggers } from './flush-triggers.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import type { NewQuote, Outbox } from './outbox.ts'
import type { QueuedQuote, Receipt, SendResult } from './queued-quote.ts'

/** What the screens see of the outbox. `loaded` is false until it was read for the first time. */
export type QueueSnapshot = {
  loaded: boolean
  quotes: QueuedQuote[]
  receipt: Receipt | null
  durable: boolean
  sending: boolean
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
}

export type QuoteQueue = ReturnType<typeof createQuoteQueue>

// Milliseconds until the form stops waiting for an answer; sending goes on after it.
const submitTimeout = 12_000
const empty: QueueSnapshot = { loaded: false, quotes: [], receipt: null, durable: true, sending: false }

/** The one way to send, online or not: save, then flush. */
export function createQuoteQueue({ outbox, send, flushOnce, now, askForBackgroundSync }: QuoteQueueDeps) {
  let snapshot = empty
  let triggers: { queueChanged: () => void } | null = null
  const listeners = new Set<() => void>()

  function show(change: Partial<QueueSnapshot>): void {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }
  async function refresh(): Promise<void> {
    const [quotes, receipt] = await Promise.all([outbox.all(), outbox.latestReceipt()])
    show({ loaded: true, quotes, receipt, durable: outbox.durable() })
    triggers?.queueChanged()
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
    await outbox.discard(id)
    if (left.state === 'sent-before') return { kind: 'sent-before' }
    return { kind: 'refused', message: left.message ?? '', errors: left.errors }
  }

  return {
    submit,
    refresh,
    sendNow: () => flush({ evenEarly: true }),
    async sendAsNew(id: string) {
      await outbox.saveAsNew(id)
      await flush({ evenEarly: true })
    },
    discard: (id: string) => outbox.discard(id),
    snapshot: () => snapshot,
    serverSnapshot: () => empty,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start(environment: { window: Window; document: Document }) {
      const waiting = async () => (await outbox.all()).filter(({ state }) => state === 'waiting')
      triggers = startFlushTriggers({ ...environment, waiting, flush, now })
      void refresh()
    },
  }
}
