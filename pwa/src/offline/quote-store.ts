import { openDB, type DBSchema, type OpenDBCallbacks } from 'idb'
import { reopening } from './open-database.ts'
import type { QueuedQuote, Receipt } from './queued-quote.ts'

/** Where the outbox keeps its entries. */
export type QuoteStore = {
  quotes(): Promise<QueuedQuote[]>
  quote(id: string): Promise<QueuedQuote | undefined>
  put(quote: QueuedQuote): Promise<void>
  remove(id: string): Promise<void>
  receipts(): Promise<Receipt[]>
  putReceipt(receipt: Receipt): Promise<void>
  removeReceipt(id: string): Promise<void>
  /** False while a quote is held that closing the page would lose. */
  durable(): boolean
}

interface QuoteDatabase extends DBSchema {
  quotes: { key: string; value: QueuedQuote }
  receipts: { key: string; value: Receipt }
}

const currentVersion = 1

export const openQuoteStore = (name: string): QuoteStore => withMemory(databaseStore(name))

/** Falls back on memory where the browser's database fails: private windows, blocked storage, a full disk. */
export function withMemory(disk: QuoteStore): QuoteStore {
  const memory = memoryStore()
  let held = 0
  const count = async () => void (held = (await memory.quotes()).length)

  async function put(quote: QueuedQuote): Promise<void> {
    try {
      await disk.put(quote)
      await memory.remove(quote.id)
    } catch {
      // Held in memory and sent from there; `durable` makes the page ask to be left open.
      await memory.put(quote)
    }
    await count()
  }
  async function remove(id: string): Promise<void> {
    await memory.remove(id)
    await count()
    await orElse(disk.remove(id), undefined)
  }
  async function quotes(): Promise<QueuedQuote[]> {
    const here = await memory.quotes()
    const there = await orElse(disk.quotes(), [])
    return [...there.filter(({ id }) => !here.some((quote) => quote.id === id)), ...here]
  }
  return {
    put,
    remove,
    quotes,
    quote: async (id) => (await memory.quote(id)) ?? (await orElse(disk.quote(id), undefined)),
    receipts: async () => [...(await orElse(disk.receipts(), [])), ...(await memory.receipts())],
    putReceipt: (receipt) => disk.putReceipt(receipt).catch(() => memory.putReceipt(receipt)),
    removeReceipt: (id) => orElse(disk.removeReceipt(id), undefined),
    durable: () => held === 0,
  }
}

/** A database that cannot be read counts as empty. */
const orElse = <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise)

export function databaseStore(name: string, version = currentVersion): QuoteStore {
  const use = reopening<QuoteDatabase>((callbacks) => openQuoteDatabase(name, version, callbacks))
  return {
    durable: () => true,
    quotes: () => use((db) => db.getAll('quotes')),
    quote: (id) => use((db) => db.get('quotes', id)),
    put: (quote) => use(async (db) => void (await db.put('quotes', quote, quote.id))),
    remove: (id) => use((db) => db.delete('quotes', id)),
    receipts: () => use((db) => db.getAll('receipts')),
    putReceipt: (receipt) => use(async (db) => void (await db.put('receipts', receipt, receipt.id))),
    removeReceipt: (id) => use((db) => db.delete('receipts', id)),
  }
}

async function openQuoteDatabase(name: string, version: number, connection: OpenDBCallbacks<QuoteDatabase>) {
  const callbacks: OpenDBCallbacks<QuoteDatabase> = {
    ...connection,
    // An upgrade only ever adds: whatever an older version left waiting must still be sent.
    upgrade(db) {
      if (!db.objectStoreNames.contains('quotes')) db.createObjectStore('quotes')
      if (!db.objectStoreNames.contains('receipts')) db.createObjectStore('receipts')
    },
  }
  try {
    return await openDB<QuoteDatabase>(name, version, callbacks)
  } catch (error) {
    // A newer version of the app was here before: its database still holds our two stores.
    if (error instanceof DOMException && error.name === 'VersionError')
      return openDB<QuoteDatabase>(name, undefined, callbacks)
    throw error
  }
}

export function memoryStore(): QuoteStore {
  const quotes = new Map<string, QueuedQuote>()
  const receipts = new Map<string, Receipt>()
  return {
    durable: () => quotes.size === 0,
    quotes: async () => [...quotes.values()],
    quote: async (id) => quotes.get(id),
    put: async (quote) => void quotes.set(quote.id, quote),
    remove: async (id) => void quotes.delete(id),
    receipts: async () => [...receipts.values()],
    putReceipt: async (receipt) => void receipts.set(receipt.id, receipt),
    removeReceipt: async (id) => void receipts.delete(id),
  }
}
