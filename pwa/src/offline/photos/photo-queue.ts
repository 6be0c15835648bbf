import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { v7 as uuidv7 } from 'uuid'
import { browserLocks } from '../browser.ts'
import { askForBackgroundSync } from '../outbox/background-sync.ts'
import type { QuoteQueue } from '../outbox/quote-queue.ts'
import { createRetries } from '../outbox/retries.ts'
import { createWatched } from '../watched.ts'
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

const noPhotos: PhotoSnapshot = { photos: [], progress: null, isUnwritten: false }

function createPhotoQueue(queue: QuoteQueue) {
  const { get: snapshot, change: show, subscribe } = createWatched(noPhotos)
  const retries = createRetries(flush, () => Date.now())
  let stop = new AbortController()
  let isAsked = false
  let isFlushing = false
  const sendOnce = underLock(photoLock, browserLocks())
  const outbox = createPhotoOutbox({
    outbox: queue.outbox,
    now: () => Date.now(),
    newId: uuidv7,
    // Other tabs, and the service worker's, are told by the queue's own channel.
    changed: () => void queue.refresh(),
  })

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
    const at = await outbox.nextTryAt()
    if (at !== null && !isAsked) askForBackgroundSync()
    isAsked = at !== null
    retries.setNext(at)
  }

  /** Something changed in the outbox: a request is stored, which makes its photos due, or waits, which stops them. */
  async function changed(): Promise<void> {
    await refresh()
    if (await outbox.isQuoteWaiting()) return stop.abort()
    if (!isFlushing && snapshot().photos.length > 0) await flush({ evenEarly: false })
  }

  let last = queue.snapshot()
  queue.subscribe(() => {
    const now = queue.snapshot()
    // Only when it was read anew, and no request is being sent.
    if (now.readAt !== last.readAt || (last.sending && !now.sending)) void changed()
    last = now
  })
  retries.listen({ window, document })
  void changed()

  return {
    add: outbox.add,
    remove: outbox.remove,
    keepNone: outbox.keepNone,
    removeForgotten: outbox.removeForgotten,
    sendNow: () => flush({ evenEarly: true }),
    snapshot,
    subscribe,
  }
}
