import { createConnection, nextTry } from './connection.ts'
import { digestOf, otherIdFor, type QueuedQuote, type Receipt, type SendResult } from './queued-quote.ts'
import type { QuoteStore } from './quote-store.ts'
import { sendWaiting, type When } from './sender.ts'

export type OutboxDeps = {
  now: () => number
  store: QuoteStore
  /** Called after every change, so that screens and other tabs read the outbox again. */
  changed: () => void
}

export type NewQuote = Pick<QueuedQuote, 'id' | 'body' | 'answers' | 'page'> & {
  /** The homeowner edited the queued quote of this id: it takes its place. */
  replaces?: boolean
}
export type Outbox = ReturnType<typeof createOutbox>

const maxReceipts = 5
const day = 24 * 60 * 60_000

/** Milliseconds that a quote stays after its last offer. */
export const lastOfferMs = 7 * day

/** After 30 days nobody knows whether the homeowner still wants quotes: it is not sent unless they ask for it. */
export const isTooOld = ({ savedAt }: Pick<QueuedQuote, 'savedAt'>, now: number): boolean => now - savedAt >= 30 * day

const untriedQuote = {
  state: 'waiting',
  attempts: 0,
  notBefore: 0,
  message: null,
  errors: {},
  lastOfferedAt: undefined,
} as const

/** Quote requests on this phone that the server has not acknowledged. It imports neither React nor the transport. */
export function createOutbox({ store, now, changed }: OutboxDeps) {
  const connection = createConnection(store.connection, now)
  const thenNotify = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    changed()
    return result
  }
  return {
    store,
    connection,
    durable: () => store.durable(),
    all: async () => oldestFirst(await store.quotes.all()),
    find: (id: string) => store.quotes.get(id),
    receipt: async (id: string) => (await store.receipts.get(id)) ?? null,
    latestReceipt: async () => newestFirst(await store.receipts.all())[0] ?? null,
    /** As it was shown: answers that took its place in the meantime stay. */
    discard: (shown: QueuedQuote) => thenNotify(removeAnswers(store, shown)),
    save: (quote: NewQuote) => thenNotify(saveQuote(store, quote, now())),
    /** As if the homeowner had pressed the form's button now. Answers whose id was used before become a new request. */
    async saveAgain(id: string): Promise<void> {
      const quote = await store.quotes.get(id)
      if (quote) await thenNotify(saveQuote(store, { ...quote, replaces: true }, now()))
    },
    /** The homeowner sees that it is not sent by itself any more: from now on it has one more week. */
    async offerForTheLastTime(id: string): Promise<void> {
      await thenNotify(store.quotes.change(id, (quote) => quote && { ...quote, lastOfferedAt: now() }))
    },
    flush,
    nextTryAt,
  }

  /** Oldest first. */
  async function flush(send: (quote: QueuedQuote) => Promise<SendResult>, when: When): Promise<void> {
    await removeOffered()
    await sendWaiting({ waiting, send, settle: (sent, result) => thenNotify(settle(sent, result)), connection }, when)
  }

  /** When the clock tries again; null while nothing waits. */
  async function nextTryAt(): Promise<number | null> {
    return connection.nextTryAt(await waiting())
  }

  async function waiting(): Promise<QueuedQuote[]> {
    return oldestFirst(await store.quotes.all()).filter((quote) => quote.state === 'waiting' && !isTooOld(quote, now()))
  }

  /** Only what the homeowner was told about goes, a week later. */
  async function removeOffered(): Promise<void> {
    const isOver = (quote: QueuedQuote) =>
      isTooOld(quote, now()) && now() - (quote.lastOfferedAt ?? now()) > lastOfferMs
    const over = (await store.quotes.all()).filter(isOver)
    if (over.length > 0) await thenNotify(Promise.all(over.map(({ id }) => store.quotes.remove(id))))
  }

  async function settle(sent: QueuedQuote, result: SendResult): Promise<void> {
    if (result.kind === 'away') return
    if (result.kind === 'sent') await remember(store, sent, { reference: result.reference, now: now() })
    // By its answers: a second tab that saves the same ones again asks for nothing new.
    const outcome = (current: QueuedQuote) =>
      result.kind === 'sent' ? undefined : { ...current, ...whatIsLeft(current, result, now()) }
    const left = await store.quotes.change(sent.id, (current) =>
      current && sameAnswers(current, sent) ? outcome(current) : current,
    )
    if (!left || result.kind !== 'sent') return
    // Edited while the old answers were being sent: the new ones are a request of their own.
    await saveQuote(store, left, now())
    await removeAnswers(store, left)
  }
}

/** Returns the id it was saved under: another one where this id already stands for other answers. */
async function saveQuote(store: QuoteStore, { replaces = false, ...quote }: NewQuote, now: number): Promise<string> {
  const digest = digestOf(quote.answers)
  const withId = (id: string): QueuedQuote => {
    const body = { ...quote.body, submission_id: id }
    return { ...quote, id, body, ...untriedQuote, savedAt: now }
  }
  const other = otherIdFor(quote.id, digest)
  const known = await store.receipts.get(quote.id)
  const wasSent = (known && known.digest !== digest) || (await store.receipts.get(other))
  // A page that was closed before its draft was erased shows the same answers again.
  const waitsAsOther = (await store.quotes.get(other))?.state === 'waiting'
  // A second tab, or a second job from a form left open: the first request must not swallow this one.
  const stays = (queued: QueuedQuote) =>
    queued.state === 'sent-before' || (!replaces && digestOf(queued.answers) !== digest)
  const own = withId(quote.id)
  const standing =
    wasSent || waitsAsOther
      ? await store.quotes.get(quote.id)
      : await store.quotes.change(quote.id, (queued) => (queued && stays(queued) ? queued : own))
  if (standing === own) return quote.id
  await store.quotes.put(withId(other))
  // Where both wait, the photos stay with the first.
  if (!standing || replaces || standing.state === 'sent-before') await movePhotos(store, quote.id, other)
  // Not what another tab has made of it meanwhile, unless that is the same.
  if (replaces) for (const each of [own, standing]) if (each) await removeAnswers(store, each)
  return other
}

/** Photos that wait belong to the request that is still to be sent. */
async function movePhotos(store: QuoteStore, from: string, to: string): Promise<void> {
  for (const photo of await store.photos.all())
    if (photo.quoteId === from) await store.photos.put({ ...photo, quoteId: to })
}

async function removeAnswers(store: QuoteStore, quote: QueuedQuote): Promise<void> {
  await store.quotes.change(quote.id, (current) => (current && sameAnswers(current, quote) ? undefined : current))
}

async function remember(
  store: QuoteStore,
  quote: QueuedQuote,
  { reference, now }: { reference: string; now: number },
): Promise<void> {
  await store.receipts.put({ id: quote.id, reference, acknowledgedAt: now, digest: digestOf(quote.answers) })
  const old = newestFirst(await store.receipts.all()).slice(maxReceipts)
  await Promise.all(old.map(({ id }) => store.receipts.remove(id)))
}

const sameAnswers = (one: QueuedQuote, other: QueuedQuote) => digestOf(one.answers) === digestOf(other.answers)
const oldestFirst = (quotes: QueuedQuote[]) => quotes.sort((a, b) => a.savedAt - b.savedAt)
const newestFirst = (receipts: Receipt[]) => receipts.sort((a, b) => b.acknowledgedAt - a.acknowledgedAt)

/** What becomes of a quote that the server answered and did not take. */
function whatIsLeft(
  quote: QueuedQuote,
  result: Exclude<SendResult, { kind: 'sent' | 'away' }>,
  now: number,
): Partial<QueuedQuote> {
  if (result.kind === 'sent-before') return { state: 'sent-before', message: null, errors: {} }
  if (result.kind === 'refused') return { state: 'refused', message: result.message, errors: result.errors }
  const attempts = quote.attempts + 1
  return { attempts, ...nextTry(attempts, now) }
}
