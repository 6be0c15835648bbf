import type { PageKind } from '@kerbside/schema/pages/page'
import { useEffect, useEffectEvent, useState } from 'react'
import { session } from '../../../api/session.ts'
import { copyKey, createUnsavedCopies, type UnsavedCopy } from './unsaved-copies.ts'

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
