import type { QueuedPhoto } from '../queued-photo.ts'

export const aPhoto = (id: string, changes: Partial<QueuedPhoto> = {}): QueuedPhoto => ({
  id,
  quoteId: 'a',
  page: '/',
  bytes: new Uint8Array([1, 2, 3]).buffer,
  addedAt: 1,
  state: 'waiting',
  isDue: false,
  notBefore: 0,
  attempts: 0,
  message: null,
  ...changes,
})
