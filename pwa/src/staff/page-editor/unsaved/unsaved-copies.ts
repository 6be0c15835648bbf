import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** Edits that have not reached the server, stored on this device against crashes, reloads and ended sessions. */
export type UnsavedCopy = {
  key: string
  content: unknown
  /** The draft that was edited; 0 when the page had no record yet. */
  version: number
  /** ISO 8601, UTC. */
  at: string
}

interface CopyDatabase extends DBSchema {
  copies: { key: string; value: UnsavedCopy; indexes: { at: string } }
}

const storedDays = 30
const dayMs = 24 * 60 * 60 * 1000

/** Fails where the browser stores nothing (private windows, a full disk): the editor then shows it. */
export function createUnsavedCopies(name = 'kerbside-editor', now = () => new Date()) {
  let opened: Promise<IDBPDatabase<CopyDatabase>> | null = null
  const open = () => {
    opened ??= openCopies(name, now, () => (opened = null))
    opened.catch(() => (opened = null)) // The next call tries again; this call fails.
    return opened
  }
  return {
    read: async (key: string) => (await (await open()).get('copies', key)) ?? null,
    write: async (copy: UnsavedCopy) => void (await (await open()).put('copies', copy)),
    erase: async (key: string) => (await open()).delete('copies', key),
  }
}

async function openCopies(name: string, now: () => Date, forget: () => void) {
  const database = await openDB<CopyDatabase>(name, 1, {
    upgrade: (db) => void db.createObjectStore('copies', { keyPath: 'key' }).createIndex('at', 'at'),
    terminated: forget,
  })
  const oldest = new Date(now().getTime() - storedDays * dayMs).toISOString()
  const outdated = await database.getAllKeysFromIndex('copies', 'at', IDBKeyRange.upperBound(oldest))
  for (const key of outdated) await database.delete('copies', key)
  return database
}

/** One copy for each person and page, so that the next person at this browser is not offered somebody else's. */
export const copyKey = (userId: string, kind: string, url: string) => [userId, kind, url].join(' ')
