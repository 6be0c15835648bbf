import type { Away, Wait } from '../outbox/connection.ts'

/** The lock of photos. It is another than that of requests, which never wait for a photo. */
export const photoLock = 'kerbside-outbox-photos'

/** A photo of the job on this phone. */
export type QueuedPhoto = Wait & {
  /** A UUID made here, under which the server stores it once. */
  id: string
  /** The `submission_id` of its form or request. */
  quoteId: string
  /** Public path of the form. */
  page: string
  /** A JPEG; empty once it is sent or rejected. */
  bytes: ArrayBuffer
  /** Milliseconds since 1970. */
  addedAt: number
  /** `sent` and `rejected` stay for a day, to be told about. */
  state: 'waiting' | 'sent' | 'rejected'
  /** The server has its request, so it may be sent. */
  isDue: boolean
  attempts: number
  /** Why the server does not take it. */
  message: string | null
}

/** How one try at sending ended. */
export type PhotoResult =
  | { kind: 'sent' }
  /** Or the upload was cut off. */
  | Away
  /** The server answered and could not take this one: it is tried later. */
  | { kind: 'failed' }
  | { kind: 'rejected'; message: string }
  /** A request came up, which goes first. */
  | { kind: 'stopped' }

export type SendPhoto = (photo: QueuedPhoto) => Promise<PhotoResult>
