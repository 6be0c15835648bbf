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

/** A photo or PDF on this device for a price that the server has not acknowledged. */
export type ChosenFile = {
  /** The server stores it once under it. */
  id: string
  /** The id of the draft that it belongs to. */
  draft: string
  name: string
  /** Of a photo the small JPEG that is sent. */
  bytes: ArrayBuffer
  /** Milliseconds since 1970: when the server had it last; 0 if never. */
  sentAt: number
}

interface PriceDatabase extends DBSchema {
  drafts: { key: string; value: PriceDraft }
  files: { key: string; value: ChosenFile }
}

/** Milliseconds after which a draft that nobody touched is forgotten: its link has run out, or nearly. */
const keptMs = 60 * 24 * 60 * 60_000

export type DraftStore = Table<PriceDraft> & {
  /** False while the draft is only in memory and would be lost with the page. */
  durable(): boolean
  files: Table<ChosenFile>
  /** With its files. */
  forget(id: string): Promise<void>
}

/** Falls back on memory where the browser stores nothing. */
export function openDraftStore(name = 'kerbside-prices'): DraftStore {
  const memory = { drafts: new Map<string, PriceDraft>(), files: new Map<string, ChosenFile>() }
  const use = reopening<PriceDatabase>((callbacks) =>
    openDB<PriceDatabase>(name, 2, {
      ...callbacks,
      upgrade(db) {
        for (const store of ['drafts', 'files'] as const)
          if (!db.objectStoreNames.contains(store)) db.createObjectStore(store)
      },
    }),
  )
  const drafts = fallingBack(onDisk<PriceDraft>(use, 'drafts'), memoryTable(memory.drafts))
  const files = fallingBack(onDisk<ChosenFile>(use, 'files'), memoryTable(memory.files))
  return {
    ...drafts,
    files,
    durable: () => memory.drafts.size + memory.files.size === 0,
    async forget(id) {
      await drafts.remove(id)
      for (const file of await files.all()) if (file.draft === id) await files.remove(file.id)
    },
  }
}

type Use = ReturnType<typeof reopening<PriceDatabase>>

function onDisk<Entry extends PriceDraft | ChosenFile>(use: Use, name: 'drafts' | 'files'): Table<Entry> {
  // Which entries a store has is known above, not to the database.
  const stored = (entry: unknown) => entry as Entry | undefined
  return {
    all: () => use(async (db) => (await db.getAll(name)) as Entry[]),
    get: (id) => use(async (db) => stored(await db.get(name, id))),
    put: (entry) => use(async (db) => void (await db.put(name, entry, entry.id))),
    remove: (id) => use((db) => db.delete(name, id)),
    change: (id, next) =>
      use(async (db) => {
        const { store, done } = db.transaction(name, 'readwrite')
        const entry = next(stored(await store.get(id)))
        await (entry ? store.put(entry, id) : store.delete(id))
        await done
        return entry
      }),
  }
}

/** Forgets drafts of long ago. */
export async function forgetOld(store: DraftStore, now: number): Promise<void> {
  for (const { id, savedAt } of await store.all()) if (now - savedAt > keptMs) await store.forget(id)
}
