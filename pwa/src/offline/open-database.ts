import { Silent, within } from './browser.ts'
import { openDB, type IDBPDatabase, type OpenDBCallbacks } from 'idb'

/** Entries by their id. */
export type Table<Entry> = {
  all(): Promise<Entry[]>
  get(id: string): Promise<Entry | undefined>
  /** All of them or none. */
  put(...entries: Entry[]): Promise<void>
  remove(id: string): Promise<void>
  /**
   * Puts in its place what `next` makes of an entry, or removes it, with no other tab in between. Resolves to what stands
   * there then. `next` may be called twice.
   */
  change(id: string, next: (current: Entry | undefined) => Entry | undefined): Promise<Entry | undefined>
}

/** A phone writes a photo in seconds, not in an instant. */
const putLimit = (entries: readonly object[]) =>
  entries.some((entry) => Object.values(entry).some((value) => value instanceof ArrayBuffer || value instanceof Blob))
    ? 15_000
    : undefined

type Entries = Record<string, { id: string }>
export type Tables<Stored extends Entries> = { [Name in keyof Stored]: Table<Stored[Name]> }

/** The tables of a database that is opened when first needed. */
export function openTables<Stored extends Entries>(
  name: string,
  tables: readonly (keyof Stored & string)[],
  version = 1,
): Tables<Stored> {
  const use = reopening((callbacks) => openOrUpgrade(name, tables, version, callbacks))
  const tableOf = <Entry extends { id: string }>(table: string): Table<Entry> => ({
    all: () => use((db) => db.getAll(table)),
    get: (id) => use((db) => db.get(table, id)),
    put: (...entries) =>
      use(async (db) => {
        const { store, done } = db.transaction(table, 'readwrite')
        await Promise.all([...entries.map(async (entry) => store.put(entry, entry.id)), done])
      }, putLimit(entries)),
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
  return Object.fromEntries(tables.map((table) => [table, tableOf(table)])) as Tables<Stored>
}

async function openOrUpgrade(
  name: string,
  tables: readonly string[],
  version: number,
  connection: OpenDBCallbacks<unknown>,
): Promise<IDBPDatabase> {
  const callbacks: OpenDBCallbacks<unknown> = {
    ...connection,
    // An upgrade only ever adds: whatever an older version left waiting must still be sent.
    upgrade(db) {
      for (const table of tables) if (!db.objectStoreNames.contains(table)) db.createObjectStore(table)
    },
  }
  try {
    return await openDB(name, version, callbacks)
  } catch (error) {
    // A newer version of the app was here before: its database still holds our tables.
    if (error instanceof DOMException && error.name === 'VersionError') return openDB(name, undefined, callbacks)
    throw error
  }
}

/**
 * Runs work on a database that is opened when first needed. iOS closes a page's databases while it sleeps: work that
 * finds its database closed is repeated once on a new connection. A database that does not answer in time is an error,
 * though what was asked of it may still be done.
 */
export function reopening<Schema = unknown>(
  open: (callbacks: OpenDBCallbacks<Schema>) => Promise<IDBPDatabase<Schema>>,
) {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  let silentUntil = 0
  const forget = () => void (opened = null)
  const callbacks: OpenDBCallbacks<Schema> = {
    // Another tab brings a newer version: give way, and open again when next needed.
    blocking(_current, _blocked, event) {
      forget()
      ;(event.target as IDBDatabase).close()
    },
    terminated: forget,
  }
  return async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>, limitMs = patience): Promise<T> => {
    if (Date.now() < silentUntil) throw new Silent('The database has not answered')
    const attempt = () => within(limitMs, (async () => work(await (opened ??= open(callbacks))))())
    try {
      return await attempt()
    } catch (error) {
      forget()
      if (error instanceof Silent) silentUntil = Date.now() + pauseMs
      if (!lostConnection(error)) throw error
      return attempt()
    }
  }
}

/** Milliseconds that a database gets for an answer: another tab may hold it, and some browsers never answer. */
const patience = 2_000
/** After that it is not asked for so long, because everything that asks would wait again. */
const pauseMs = 20_000

const lostConnection = (error: unknown) =>
  error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name)
