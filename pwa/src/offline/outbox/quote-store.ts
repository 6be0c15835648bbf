import { openDB, type DBSchema, type OpenDBCallbacks, type StoreNames } from 'idb'
import { reopening } from '../open-database.ts'
import type { QueuedPhoto } from '../photos/queued-photo.ts'
import type { Connection, QueuedQuote, Receipt } from './queued-quote.ts'

/** Entries by their id. */
export type Table<Entry> = {
  all(): Promise<Entry[]>
  get(id: string): Promise<Entry | undefined>
  put(entry: Entry): Promise<void>
  remove(id: string): Promise<void>
  /**
   * Puts in its place what `next` makes of an entry, or removes it, with no other tab in between. Resolves to what stands
   * there then. `next` may be called twice.
   */
  change(id: string, next: (current: Entry | undefined) => Entry | undefined): Promise<Entry | undefined>
}

/** Where the outbox keeps its entries. */
export type QuoteStore = {
  quotes: Table<QueuedQuote>
  receipts: Table<Receipt>
  connection: Table<Connection>
  photos: Table<QueuedPhoto>
  /** False while a quote or a photo is only in memory and would be lost with the page. */
  durable(): boolean
}

interface QuoteDatabase extends DBSchema {
  quotes: { key: string; value: QueuedQuote }
  receipts: { key: string; value: Receipt }
  connection: { key: string; value: Connection }
  photos: { key: string; value: QueuedPhoto }
}

const currentVersion = 3
const storeNames = ['quotes', 'receipts', 'connection', 'photos'] as const satisfies StoreNames<QuoteDatabase>[]

export const openQuoteStore = (name: string): QuoteStore => withMemory(databaseStore(name))

/** Falls back on memory where the browser's database fails: private windows, blocked storage, a full disk. */
export function withMemory(disk: QuoteStore): QuoteStore {
  const memory = memoryStore()
  return {
    quotes: fallingBack(disk.quotes, memory.quotes),
    receipts: fallingBack(disk.receipts, memory.receipts),
    connection: fallingBack(disk.connection, memory.connection),
    photos: fallingBack(disk.photos, memory.photos),
    durable: memory.durable,
  }
}

/** Uses memory for what the disk does not take. */
export function fallingBack<Entry extends { id: string }>(disk: Table<Entry>, memory: Table<Entry>): Table<Entry> {
  const store = async (id: string, entry: Entry | undefined) => {
    await (entry ? table.put(entry) : table.remove(id))
    return entry
  }
  const table: Table<Entry> = {
    async all() {
      const here = await memory.all()
      const there = await orElse(disk.all(), [])
      return [...there.filter(({ id }) => !here.some((entry) => entry.id === id)), ...here]
    },
    get: async (id) => (await memory.get(id)) ?? (await orElse(disk.get(id), undefined)),
    async put(entry) {
      try {
        await disk.put(entry)
        await memory.remove(entry.id)
      } catch {
        // Held in memory and sent from there; `durable` makes the page ask to be left open.
        await memory.put(entry)
      }
    },
    async remove(id) {
      await memory.remove(id)
      await orElse(disk.remove(id), undefined)
    },
    async change(id, next) {
      const here = await memory.get(id)
      if (here) return store(id, next(here))
      try {
        return await disk.change(id, next)
      } catch {
        return store(id, next(await orElse(disk.get(id), undefined)))
      }
    },
  }
  return table
}

/** A database that cannot be read counts as empty. */
const orElse = <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise)

export function databaseStore(name: string, version = currentVersion): QuoteStore {
  const use = reopening<QuoteDatabase>((callbacks) => openQuoteDatabase(name, version, callbacks))
  const table = <Name extends StoreNames<QuoteDatabase>>(table: Name): Table<QuoteDatabase[Name]['value']> => ({
    all: () => use((db) => db.getAll(table)),
    get: (id) => use((db) => db.get(table, id)),
    put: (entry) => use(async (db) => void (await db.put(table, entry, entry.id))),
    remove: (id) => use((db) => db.delete(table, id)),
    change: (id, next) =>
      use(async (db) => {
        const { store, done } = db.transaction(table, 'readwrite')
        const entry = next(await store.get(id))
        await (entry ? store.put(entry, id) : store.delete(id))
        await done
        return entry
      }),
  })
  return {
    quotes: table('quotes'),
    receipts: table('receipts'),
    connection: table('connection'),
    photos: table('photos'),
    durable: () => true,
  }
}

async function openQuoteDatabase(name: string, version: number, connection: OpenDBCallbacks<QuoteDatabase>) {
  const callbacks: OpenDBCallbacks<QuoteDatabase> = {
    ...connection,
    // An upgrade only ever adds: whatever an older version left waiting must still be sent.
    upgrade(db) {
      for (const name of storeNames) if (!db.objectStoreNames.contains(name)) db.createObjectStore(name)
    },
  }
  try {
    return await openDB<QuoteDatabase>(name, version, callbacks)
  } catch (error) {
    // A newer version of the app was here before: its database still holds our stores.
    if (error instanceof DOMException && error.name === 'VersionError')
      return openDB<QuoteDatabase>(name, undefined, callbacks)
    throw error
  }
}

export function memoryStore(): QuoteStore {
  const quotes = new Map<string, QueuedQuote>()
  const photos = new Map<string, QueuedPhoto>()
  return {
    quotes: memoryTable(quotes),
    receipts: memoryTable(new Map()),
    connection: memoryTable(new Map()),
    photos: memoryTable(photos),
    durable: () => quotes.size + photos.size === 0,
  }
}

export const memoryTable = <Entry extends { id: string }>(entries: Map<string, Entry>): Table<Entry> => ({
  all: async () => [...entries.values()],
  get: async (id) => entries.get(id),
  put: async (entry) => void entries.set(entry.id, entry),
  remove: async (id) => void entries.delete(id),
  async change(id, next) {
    const entry = next(entries.get(id))
    if (entry) entries.set(id, entry)
    else entries.delete(id)
    return entry
  },
})
