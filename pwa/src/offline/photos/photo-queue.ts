import { v7 as uuidv7 } from 'uuid'
import { askForBackgroundSync, oneSender } from '../outbox/one-sender.ts'
import type { QuoteQueue } from '../outbox/quote-queue.ts'
import { createPhotoOutbox } from './photo-outbox.ts'
import { photoLock, type QueuedPhoto } from './queued-photo.ts'
import { uploadPhoto } from './send-photo.ts'

/** What the screens see of the photos. `progress`: which one is being sent, and how much of it (0–1). */
export type PhotoSnapshot = {
  photos: QueuedPhoto[]
  progress: { id: string; share: number } | null
  /** They are in this page only and would be lost with it. */
  isUnwritten: boolean
}

export type PhotoQueue = ReturnType<typeof createPhotoQueue>

const opened = new WeakMap<QuoteQueue, PhotoQueue>()

/** The photos beside this queue: sent from now on. */
export function photoQueueOf(queue: QuoteQueue): PhotoQueue {
  const known = opened.get(queue) ?? createPhotoQueue(queue)
  opened.set(queue, known)
  return known
}

const longestSleep = 60_000

function createPhotoQueue(queue: QuoteQueue) {
  let snapshot: PhotoSnapshot = { photos: [], progress: null, isUnwritten: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = new AbortController()
  let isAsked = false
  let isFlushing = false
  const listeners = new Set<() => void>()
  const sendOnce = oneSender(navigator.locks, photoLock)
  const outbox = createPhotoOutbox({
    outbox: queue.outbox,
    now: () => Date.now(),
    newId: uuidv7,
    // Other tabs, and the service worker's, are told by the queue's own channel.
    changed: () => void queue.refresh(),
  })

  function show(change: Partial<PhotoSnapshot>): void {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }

  async function refresh(): Promise<void> {
    const photos = await outbox.all()
    show({ photos, isUnwritten: outbox.isUnwritten() || (photos.length > 0 && !queue.snapshot().durable) })
  }

  async function flush(options: { evenEarly: boolean }): Promise<void> {
    isFlushing = true
    await sendOnce(async () => {
      stop = new AbortController()
      await outbox.flush(async (photo) => {
        const onProgress = (share: number) => show({ progress: { id: photo.id, share } })
        onProgress(0)
        return uploadPhoto(photo, { onProgress, signal: stop.signal })
      }, options)
    }).finally(() => {
      isFlushing = false
      show({ progress: null })
    })
    await refresh()
    await schedule()
  }

  async function schedule(): Promise<void> {
    clearTimeout(timer)
    const at = await outbox.nextTryAt()
    if (at === null) {
      isAsked = false
      return
    }
    if (!isAsked) askForBackgroundSync()
    isAsked = true
    timer = setTimeout(() => void flush({ evenEarly: false }), Math.min(Math.max(at - Date.now(), 1_000), longestSleep))
  }

  /** Something changed in the outbox: a request is stored, which makes its photos due, or waits, which stops them. */
  async function changed(): Promise<void> {
    await refresh()
    if (await outbox.isQuoteWaiting()) return stop.abort()
    if (!isFlushing && snapshot.photos.length > 0) await flush({ evenEarly: false })
  }

  let last = queue.snapshot()
  queue.subscribe(() => {
    const now = queue.snapshot()
    // Only when it was read anew, and no request is being sent.
    if (now.readAt !== last.readAt || (last.sending && !now.sending)) void changed()
    last = now
  })
  const happened = () => void flush({ evenEarly: true })
  window.addEventListener('online', happened)
  window.addEventListener('pageshow', happened)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && happened())
  void changed()

  return {
    add: outbox.add,
    remove: outbox.remove,
    keepNone: outbox.keepNone,
    removeForgotten: outbox.removeForgotten,
    sendNow: () => flush({ evenEarly: true }),
    snapshot: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
