import type { EstimateFields } from '@kerbside/schema/estimates/estimate-fields'
import { openDB, type DBSchema } from 'idb'
import { reopening } from '../offline/open-database.ts'
import type { Wait } from '../offline/outbox/queued-quote.ts'
import { fallingBack, memoryTable, type Table } from '../offline/outbox/quote-store.ts'

/** A price on this device that the server has not acknowledged. */
export type PriceDraft = Wait & {
  /** Of the link and kind of price; the link itself is not stored. */
  id: string
  fields: EstimateFields
  /** Milliseconds since 1970: of the last change. */
  savedAt: number
  /** `waiting`: the firm has pressed the button, so it is sent as soon as it can be. */
  state: 'typed' | 'waiting'
  /** Tries that ended without an answer to this price. */
  attempts: number
}

interface PriceDatabase extends DBSchema {
  drafts: { key: string; value: PriceDraft }
}

/** Milliseconds after which a draft that nobody touched is forgotten: its link has run out, or nearly. */
const keptMs = 60 * 24 * 60 * 60_000

export type DraftStore = Table<PriceDraft> & {
  /** False while the draft is only in memory and would be lost with the page. */
  durable(): boolean
}

/** Falls back on memory where the browser stores nothing. */
export function openDraftStore(name = 'kerbside-prices'): DraftStore {
  const memory = new Map<string, PriceDraft>()
  return { ...fallingBack(onDisk(name), memoryTable(memory)), durable: () => memory.size === 0 }
}

function onDisk(name: string): Table<PriceDraft> {
  const use = reopening<PriceDatabase>((callbacks) =>
    openDB<PriceDatabase>(name, 1, { ...callbacks, upgrade: (db) => void db.createObjectStore('drafts') }),
  )
  return {
    all: () => use((db) => db.getAll('drafts')),
    get: (id) => use((db) => db.get('drafts', id)),
    put: (draft) => use(async (db) => void (await db.put('drafts', draft, draft.id))),
    remove: (id) => use((db) => db.delete('drafts', id)),
    change: (id, next) =>
      use(async (db) => {
        const { store, done } = db.transaction('drafts', 'readwrite')
        const draft = next(await store.get(id))
        await (draft ? store.put(draft, id) : store.delete(id))
        await done
        return draft
      }),
  }
}

/** Forgets drafts of long ago. */
export async function forgetOld(store: DraftStore, now: number): Promise<void> {
  for (const { id, savedAt } of await store.all()) if (now - savedAt > keptMs) await store.remove(id)
}
