import { withoutEmptyRows, type EstimateFields } from '@kerbside/schema/estimates/estimate-fields'
import type { OneAtATime } from '@kerbside/schema/operation/one-at-a-time'
import { createConnection } from '../offline/outbox/connection.ts'
import { memoryTable } from '../offline/outbox/quote-store.ts'
import { createRetries } from '../offline/outbox/retries.ts'
import { sendWaiting, type When } from '../offline/outbox/sender.ts'
import type { DraftStore, PriceDraft } from './draft-store.ts'
import type { Sent } from './send-price.ts'

export type PriceQueueDeps = {
  /** Of the link and kind of price. */
  key: string
  store: DraftStore
  send: (fields: EstimateFields) => Promise<Sent>
  oneSender: OneAtATime
  now: () => number
  /** What the page says: `waiting` is on this device alone. */
  show: (state: 'saved' | 'sending' | 'waiting' | 'received', draft: PriceDraft) => void
  refused: (result: Extract<Sent, { kind: 'refused' }>) => void
}

/** Saves a price on this device at each change, and sends it until the server has acknowledged it. */
export function createPriceQueue({ key, store, send, oneSender, now, show, refused }: PriceQueueDeps) {
  const connection = createConnection(memoryTable(new Map()), now)
  const retries = createRetries(flush, now)

  async function save(fields: EstimateFields, state: PriceDraft['state']): Promise<PriceDraft> {
    const draft: PriceDraft = { id: key, fields, savedAt: now(), state, attempts: 0 }
    await store.put(draft)
    show(state === 'waiting' ? 'waiting' : 'saved', draft)
    return draft
  }

  async function waiting(): Promise<PriceDraft[]> {
    const draft = await store.get(key)
    return draft?.state === 'waiting' ? [draft] : []
  }

  async function flush(when: When): Promise<void> {
    await oneSender(() => sendWaiting({ waiting, send: sendDraft, settle, connection }, when))
    retries.setNext(await connection.nextTryAt(await waiting()))
  }

  async function sendDraft(draft: PriceDraft): Promise<Sent> {
    show('sending', draft)
    return send(draft.fields)
  }

  async function settle(sent: PriceDraft, result: Sent): Promise<void> {
    // Taken back to be changed while it was on its way: the server has it then, and tells it by its id.
    const isSame = (draft: PriceDraft | undefined) => draft?.savedAt === sent.savedAt
    if (result.kind === 'received') {
      const left = await store.change(key, (draft) => (isSame(draft) ? undefined : draft))
      if (!left) await store.forget(key)
      return show('received', sent)
    }
    if (result.kind === 'refused') {
      await store.change(key, (draft) => draft && { ...draft, state: 'typed' })
      return refused(result)
    }
    const attempts = sent.attempts + 1
    const left = await store.change(key, (draft) => draft && { ...draft, attempts })
    if (left?.state === 'waiting') show('waiting', left)
  }

  return {
    draft: () => store.get(key),
    keep: (fields: EstimateFields) => save(fields, 'typed'),
    forget: () => store.forget(key),
    /** Saved before anything else, so that a press is never lost. */
    async submit(fields: EstimateFields): Promise<void> {
      await save(withoutEmptyRows(fields), 'waiting')
      await flush({ evenEarly: true })
    },
    flush,
    /** Tries again from now on: at once, when something happens, and by the clock. */
    start(world: { window: Window; document: Document }) {
      retries.listen(world)
      void flush({ evenEarly: true })
    },
  }
}
