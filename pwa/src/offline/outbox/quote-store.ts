import { openTables, type Table, type Tables } from '../open-database.ts'
import type { QueuedPhoto } from '../photos/queued-photo.ts'
import type { Connection } from './connection.ts'
import type { QueuedQuote, Receipt } from './queued-quote.ts'

type QuoteTables = { quotes: QueuedQuote; receipts: Receipt; connection: Connection; photos: QueuedPhoto }

/** Where the outbox keeps its entries. */
export type QuoteStore = Tables<QuoteTables> & {
  /** False while a quote or a photo is only in memory and would be lost with the page. */
  durable(): boolean
}

const currentVersion = 1

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
    async put(...entries) {
      try {
        await disk.put(...entries)
        for (const { id } of entries) await memory.remove(id)
      } catch {
        // Held in memory and sent from there; `durable` makes the page ask to be left open.
        await memory.put(...entries)
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

export const databaseStore = (name: string, version = currentVersion): QuoteStore => ({
  ...openTables<QuoteTables>(name, ['quotes', 'receipts', 'connection', 'photos'], version),
  durable: () => true,
})

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
  put: async (...added) => added.forEach((entry) => entries.set(entry.id, entry)),
  remove: async (id) => void entries.delete(id),
  async change(id, next) {
    const entry = next(entries.get(id))
    if (entry) entries.set(id, entry)
    else entries.delete(id)
    return entry
  },
})
