import { withoutEmptyRows, type EstimateFields } from '@kerbside/schema/estimates/estimate-fields'
import type { OneAtATime } from '@kerbside/schema/operation/one-at-a-time'
import { nextTries } from '../offline/outbox/connection.ts'
import type { DraftStore, PriceDraft } from './draft-store.ts'
import type { Sent } from './send-price.ts'

export type PriceQueueDeps = {
  /** Of the link and kind of price. */
  key: string
  store: DraftStore
  send: (fields: EstimateFields) => Promise<Sent>
  oneSender: OneAtATime
  now: () => number
  isSeen: () => boolean
  /** What the page says: `waiting` is on this device alone. */
  show: (state: 'saved' | 'sending' | 'waiting' | 'received', draft: PriceDraft) => void
  refused: (result: Extract<Sent, { kind: 'refused' }>) => void
}

/** A sleeping laptop's timers stand still; looking again now and then costs nothing. */
const longestSleep = 60_000

/** Saves a price on this device at each change, and sends it until the server has acknowledged it. */
export function createPriceQueue({ key, store, send, oneSender, now, isSeen, show, refused }: PriceQueueDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const untried = { attempts: 0, notBefore: 0, notBeforeIfSeen: 0 } as const

  async function save(fields: EstimateFields, state: PriceDraft['state']): Promise<PriceDraft> {
    const draft: PriceDraft = { id: key, fields, savedAt: now(), state, ...untried }
    await store.put(draft)
    show(state === 'waiting' ? 'waiting' : 'saved', draft)
    return draft
  }

  /** `evenEarly`: something happened that makes a try worth while before the back-off has run out. */
  async function flush({ evenEarly }: { evenEarly: boolean }): Promise<void> {
    await oneSender(async () => {
      const draft = await store.get(key)
      if (draft?.state !== 'waiting' || (!evenEarly && endOf(draft) > now())) return
      show('sending', draft)
      await settle(draft, await send(draft.fields))
    })
    await schedule()
  }

  const endOf = ({ notBefore, notBeforeIfSeen = notBefore }: PriceDraft) => (isSeen() ? notBeforeIfSeen : notBefore)

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
    const wait = nextTries(attempts, now(), (result.retryAfterSeconds ?? 0) * 1_000)
    const left = await store.change(key, (draft) => draft && { ...draft, attempts, ...wait })
    if (left?.state === 'waiting') show('waiting', left)
  }

  async function schedule(): Promise<void> {
    clearTimeout(timer)
    const draft = await store.get(key)
    if (draft?.state !== 'waiting') return
    const delay = Math.min(Math.max(endOf(draft) - now(), 1_000), longestSleep)
    timer = setTimeout(() => void flush({ evenEarly: false }), delay)
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
  }
}
