import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { photoQueueOf, type PhotoQueue, type PhotoSnapshot } from '../../../offline/photos/photo-queue.ts'
import type { QueuedPhoto } from '../../../offline/photos/queued-photo.ts'
import { useQueue } from '../queue-context.ts'

const none: PhotoSnapshot = { photos: [], progress: null, isUnwritten: false }
const noSnapshot = () => none
const unsubscribed = () => () => {}

export function usePhotos(): { queue: PhotoQueue | null } & PhotoSnapshot {
  const quotes = useQueue()
  const queue = quotes && photoQueueOf(quotes)
  const snapshot = useSyncExternalStore(queue?.subscribe ?? unsubscribed, queue?.snapshot ?? noSnapshot, noSnapshot)
  return { queue, ...snapshot }
}

/** The address of a photo for as long as it is shown. */
export function usePhotoUrl({ bytes }: QueuedPhoto): string {
  const [url, setUrl] = useState('')
  const make = useEffectEvent(() => URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' })))
  // Once: each reading of the database gives another copy of the same bytes.
  useEffect(() => {
    const made = make()
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [])
  return url
}
