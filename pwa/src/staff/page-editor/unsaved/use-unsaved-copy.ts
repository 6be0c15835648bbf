import type { PageKind } from '@kerbside/schema/pages/page'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { useEffect, useEffectEvent, useState } from 'react'
import { session } from '../../../api/session.ts'
import { reopening } from '../../../offline/open-database.ts'

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
  const withDatabase = reopening<CopyDatabase>(async (callbacks) => {
    const upgrade = (database: IDBPDatabase<CopyDatabase>) =>
      void database.createObjectStore('copies', { keyPath: 'key' }).createIndex('at', 'at')
    const database = await openDB<CopyDatabase>(name, 1, { ...callbacks, upgrade })
    await deleteOld(database, new Date(now().getTime() - storedDays * dayMs).toISOString())
    return database
  })
  return {
    read: async (key: string) => (await withDatabase((database) => database.get('copies', key))) ?? null,
    write: async (copy: UnsavedCopy) => void (await withDatabase((database) => database.put('copies', copy))),
    erase: (key: string) => withDatabase((database) => database.delete('copies', key)),
  }
}

async function deleteOld(database: IDBPDatabase<CopyDatabase>, oldest: string): Promise<void> {
  const outdated = await database.getAllKeysFromIndex('copies', 'at', IDBKeyRange.upperBound(oldest))
  for (const key of outdated) await database.delete('copies', key)
}

/** One copy for each person and page, so that the next person at this browser is not offered somebody else's. */
export const copyKey = (userId: string, kind: string, url: string) => [userId, kind, url].join(' ')

const copies = createUnsavedCopies()
/** Long enough not to write at every key, short enough that a crash costs a word. */
const pauseMs = 400

/**
 * The edits of a page that this person left unsaved the last time, undefined until they are read, and the key under which
 * they are stored. The session may end while the page is open; the key must not change.
 */
export function useStoredCopy(kind: PageKind, slug: string) {
  const [key] = useState(() => copyKey(session.get()?.user.id ?? '', kind, slug))
  const [found, setFound] = useState<UnsavedCopy | null | undefined>(undefined)
  useEffect(() => {
    let current = true
    const show = (copy: UnsavedCopy | null) => current && setFound(copy)
    // A browser that stores nothing has nothing to offer.
    copies.read(key).then(show, () => show(null))
    return () => void (current = false)
  }, [key])
  return { key, found }
}

type Edits = { content: unknown; version: number; dirty: boolean }

/**
 * Stores unsaved edits on this device for as long as they are unsaved. While `waiting`, an earlier copy is still to be
 * decided about and stays as it is. Returns whether storing works.
 */
export function useUnsavedCopy(key: string, { content, version, dirty }: Edits, waiting: boolean): boolean {
  const [stored, setStored] = useState(true)
  const write = useEffectEvent(() => {
    const copy = { key, content, version, at: new Date().toISOString() }
    copies.write(copy).then(
      () => setStored(true),
      () => setStored(false),
    )
  })
  const writeNow = useEffectEvent(() => dirty && !waiting && write())

  useEffect(() => {
    if (waiting) return
    // What cannot be erased is offered once more, and then found to be saved already.
    if (!dirty) return void copies.erase(key).catch(() => undefined)
    const timer = setTimeout(write, pauseMs)
    return () => clearTimeout(timer)
  }, [key, content, version, dirty, waiting])

  useEffect(() => {
    const now = () => void writeNow()
    window.addEventListener('pagehide', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      now()
      window.removeEventListener('pagehide', now)
      document.removeEventListener('visibilitychange', now)
    }
  }, [])

  return stored
}
