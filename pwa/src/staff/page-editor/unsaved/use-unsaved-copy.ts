import type { PageKind } from '@kerbside/schema/pages/page'
import { useEffect, useRef, useState } from 'react'
import { session } from '../../../api/session.ts'
import { copyKey, createUnsavedCopies, type UnsavedCopy } from './unsaved-copies.ts'

const copies = createUnsavedCopies()
/** Long enough not to write at every key, short enough that a crash costs a word. */
const pauseMs = 400

/** Where this person's edits of a page are kept. The session may end while the page is open; the key must not change. */
export function useCopyKey(kind: PageKind, slug: string): string {
  const [userId] = useState(() => session.get()?.user.id ?? '')
  return copyKey(userId, kind, slug)
}

/** What was left unsaved the last time; undefined until it is known. */
export function useFoundCopy(key: string): UnsavedCopy | null | undefined {
  const [found, setFound] = useState<UnsavedCopy | null | undefined>(undefined)
  useEffect(() => {
    let current = true
    const tell = (copy: UnsavedCopy | null) => current && setFound(copy)
    // A browser that keeps nothing has nothing to offer.
    copies.read(key).then(tell, () => tell(null))
    return () => void (current = false)
  }, [key])
  return found
}

type Edits = { content: unknown; version: number; dirty: boolean }

/**
 * Keeps unsaved edits on this device for as long as they are unsaved. While `waiting`, an earlier copy is still to be
 * decided about and stays as it is. Says whether keeping works.
 */
export function useUnsavedCopy(key: string, { content, version, dirty }: Edits, waiting: boolean): boolean {
  const [kept, setKept] = useState(true)
  const latest = useRef<() => void>(() => undefined)

  useEffect(() => {
    const write = () => {
      const copy = { key, content, version, at: new Date().toISOString() }
      copies.write(copy).then(
        () => setKept(true),
        () => setKept(false),
      )
    }
    latest.current = dirty && !waiting ? write : () => undefined
    if (waiting) return
    // What cannot be erased is offered once more, and then found to be saved already.
    if (!dirty) return void copies.erase(key).catch(() => undefined)
    const timer = setTimeout(write, pauseMs)
    return () => clearTimeout(timer)
  }, [key, content, version, dirty, waiting])

  useEffect(() => {
    const now = () => latest.current()
    window.addEventListener('pagehide', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      now()
      window.removeEventListener('pagehide', now)
      document.removeEventListener('visibilitychange', now)
    }
  }, [])

  return kept
}
