import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, test } from 'vitest'
import type { QueuedQuote } from './queued-quote.ts'
import { databaseStore, memoryStore, openQuoteStore, withMemory, type QuoteStore } from './quote-store.ts'
import { aPhoto } from '../photos/testing/photos.ts'
import { aNewQuote } from './testing/quotes.ts'

const queued = (id: string): QueuedQuote => ({
  ...aNewQuote(id),
  savedAt: 1,
  state: 'waiting',
  attempts: 0,
  notBefore: 0,
  message: null,
  errors: {},
})
const newName = () => crypto.randomUUID()
const full = () => Promise.reject(new DOMException('No space left', 'QuotaExceededError'))

test('a quote is there again after the page was closed and opened', async () => {
  const name = newName()
  await openQuoteStore(name).quotes.put(queued('a'))
  expect(await openQuoteStore(name).quotes.all()).toMatchObject([{ id: 'a' }])
})

test('a database of an older version is upgraded with what waits in it', async () => {
  const name = newName()
  const old = await openDB(name, 1, { upgrade: (db) => void db.createObjectStore('quotes') })
  await old.put('quotes', queued('a'), 'a')
  old.close()
  const store = databaseStore(name, 2)
  expect(await store.quotes.all()).toMatchObject([{ id: 'a' }])
  await store.receipts.put({ id: 'a', reference: 'KB-222222', acknowledgedAt: 1, digest: '' })
  expect(await store.receipts.all()).toHaveLength(1)
})

test('photos for which the disk has no room stay in memory, and the page is told', async () => {
  const disk = memoryStore()
  const store = withMemory({ ...disk, durable: () => true, photos: { ...disk.photos, put: full } })
  await store.photos.put(aPhoto('p'))
  expect([await store.photos.all(), store.durable()]).toMatchObject([[{ id: 'p' }], false])
})

test('an open page gives way to a newer version and goes on with it', async () => {
  const name = newName()
  const page = databaseStore(name, 1)
  await page.quotes.put(queued('a'))
  await databaseStore(name, 2).quotes.put(queued('b'))
  expect(await page.quotes.all()).toHaveLength(2)
})

test('a database closed behind our back, as iOS does, is opened again', async () => {
  const name = newName()
  const store = databaseStore(name)
  await store.quotes.put(queued('a'))
  // A deletion asks every open connection to close; ours gives way, and the next call must open again.
  await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
  await store.quotes.put(queued('b'))
  expect(await store.quotes.all()).toMatchObject([{ id: 'b' }])
})

test('a connection that is closing counts as lost, once', async () => {
  const name = newName()
  const store = databaseStore(name)
  await store.quotes.put(queued('a'))
  const close = IDBDatabase.prototype.transaction
  let lost = true
  IDBDatabase.prototype.transaction = function (...args) {
    if (lost) {
      lost = false
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    }
    return close.apply(this, args)
  }
  try {
    expect(await store.quotes.all()).toMatchObject([{ id: 'a' }])
  } finally {
    IDBDatabase.prototype.transaction = close
  }
})

test('of what is put together all is stored or nothing', async () => {
  const store = databaseStore(newName())
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (value: QueuedQuote, key) {
    if (value.id !== 'b') return put.call(this, value, key)
    // As the browser does when the disk is full.
    this.transaction.abort()
    throw new DOMException('No space left', 'QuotaExceededError')
  }
  try {
    await expect(store.quotes.put(queued('a'), queued('b'))).rejects.toThrow('No space left')
  } finally {
    IDBObjectStore.prototype.put = put
  }
  expect(await store.quotes.all()).toEqual([])
})

test('where nothing can be kept the quote is held in memory, and the page is told', async () => {
  const { receipts, connection, photos, durable } = memoryStore()
  const quotes = { all: full, get: full, put: full, remove: full, change: full }
  const disk: QuoteStore = { quotes, receipts: { ...receipts, all: full }, connection, photos, durable }
  const store = withMemory(disk)
  await store.quotes.put(queued('a'))
  expect(store.durable()).toBe(false)
  expect(await store.quotes.all()).toMatchObject([{ id: 'a' }])
  expect(await store.quotes.get('a')).toMatchObject({ id: 'a' })
  await store.quotes.change('a', (quote) => quote && { ...quote, attempts: 1 })
  expect(await store.quotes.get('a')).toMatchObject({ attempts: 1 })
  await store.quotes.remove('a')
  expect(store.durable()).toBe(true)
  await store.quotes.change('b', () => queued('b'))
  expect([await store.quotes.all(), store.durable()]).toMatchObject([[{ id: 'b' }], false])
})

test('changes that two tabs make of one quote at once are both in it', async () => {
  const name = newName()
  const tabs = [databaseStore(name), databaseStore(name)]
  await tabs[0]?.quotes.put(queued('a'))
  const count = (quote?: QueuedQuote) => quote && { ...quote, attempts: quote.attempts + 1 }
  await Promise.all([...tabs, ...tabs].map((tab) => tab.quotes.change('a', count)))
  expect(await tabs[1]?.quotes.get('a')).toMatchObject({ attempts: 4 })
})

test('a quote moves from memory to the database once there is room again', async () => {
  const disk = memoryStore()
  let room = false
  const store = withMemory({
    ...disk,
    quotes: { ...disk.quotes, put: (quote) => (room ? disk.quotes.put(quote) : full()) },
  })
  await store.quotes.put(queued('a'))
  room = true
  await store.quotes.put({ ...queued('a'), attempts: 1 })
  expect(store.durable()).toBe(true)
  expect(await store.quotes.all()).toMatchObject([{ id: 'a', attempts: 1 }])
})
