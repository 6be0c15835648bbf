import { countOf } from '@kerbside/schema/text'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { ownDevice } from '../../../api/own-device/own-device.ts'
import { withSession } from '../../../api/renewal.ts'
import { putFile, type UploadOptions } from '../../../api/send-file.ts'
import { shrinkPhoto } from '../../../offline/photos/shrink-photo.ts'
import { unreadablePhoto } from '../../../offline/photos/shrink.ts'
import {
  keepShared,
  removeShared,
  sharedLimits,
  sharedPhotos,
  type SharedPhoto,
} from '../../../offline/service-worker/shared-photos.ts'

export type PhotoToAdd = {
  /** The server stores the photo once under it. */
  id: string
  name: string
  /** The JPEG that is sent; null until it is made. */
  jpeg: Blob | null
  state: 'preparing' | 'unreadable' | 'ready' | 'sending' | 'sent' | 'failed'
  /** 0–1 of the bytes, while it is sent. */
  share: number
  /** Why it cannot be read or was not taken. */
  message: string
  /** It outlives this page, until it is sent or a day has passed. */
  isKept: boolean
}

/** How the sending of all of them ended. */
export type PhotoOutcome = 'sent' | 'failed' | 'away'

async function addPhoto(leadId: string, id: string, jpeg: Blob, options: UploadOptions): Promise<void> {
  const path = `/quote/${leadId}/staff-photos/${id}`
  await withSession((token) => putFile(path, jpeg, { ...options, token, tooLarge: 'This photo is too large.' }))
}

/** The photos that were shared to the app or chosen on the screen, each made small here, until the server has them. */
export function usePhotosToAdd() {
  const [photos, setPhotos] = useState<PhotoToAdd[]>([])
  const [problem, setProblem] = useState('')
  const known = useRef(new Set<string>())
  const change = (id: string, part: Partial<PhotoToAdd>) =>
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...part } : photo)))

  async function show(added: readonly SharedPhoto[], isKept: boolean): Promise<void> {
    const fresh = added.filter(({ id }) => !known.current.has(id))
    for (const { id } of fresh) known.current.add(id)
    const preparing = { jpeg: null, state: 'preparing', share: 0, message: '', isKept } as const
    setPhotos((all) => [...all, ...fresh.map(({ id, file }) => ({ ...preparing, id, name: file.name }))])
    for (const { id, file } of fresh) {
      const bytes = await shrinkPhoto(file)
      if (bytes) change(id, { jpeg: new Blob([bytes], { type: 'image/jpeg' }), state: 'ready' })
      else change(id, { state: 'unreadable', message: unreadablePhoto(file) })
    }
  }

  // Without caches nothing was shared.
  const showShared = useEffectEvent(async () => show(await sharedPhotos().catch(() => []), true))
  useEffect(() => void showShared(), [])

  /** Chosen on the screen. On an own device they are kept like those that were shared. */
  async function choose(files: readonly File[]): Promise<void> {
    const room = sharedLimits.files - photos.filter(({ state }) => state !== 'sent').length
    const taken = files.filter(({ size }) => size <= sharedLimits.bytes).slice(0, room)
    setProblem(files.length > taken.length ? leftOutText(files.length - taken.length) : '')
    // What cannot be kept, for want of room, is in this page only, like everything on a device that is not one's own.
    const kept = ownDevice.isChosen() ? await keepShared(taken).catch(() => null) : null
    if (kept?.leftOut === 0) return show(kept.photos, true)
    const at = Date.now()
    return show(
      taken.map((file) => ({ id: uuidv4(), file, at })),
      false,
    )
  }

  async function remove(id: string): Promise<void> {
    setPhotos((all) => all.filter((photo) => photo.id !== id))
    await removeShared(id).catch(() => {}) // What cannot be deleted now goes with the day.
  }

  /** One at a time. Without a connection the others are not tried. */
  async function send(leadId: string): Promise<PhotoOutcome> {
    let outcome: PhotoOutcome = 'sent'
    for (const { id, jpeg, state } of photos) {
      if (jpeg === null || state === 'sent') continue
      change(id, { state: 'sending', share: 0, message: '' })
      try {
        await addPhoto(leadId, id, jpeg, { onProgress: (share) => change(id, { share }) })
        change(id, { state: 'sent' })
        await removeShared(id).catch(() => {}) // The server knows it by its id, should it be sent again.
      } catch (error) {
        change(id, { state: 'failed', message: messageOf(error) })
        outcome = 'failed'
        if (error instanceof ApiError && ['OFFLINE', 'UNAVAILABLE', 'UNAUTHENTICATED'].includes(error.code))
          return 'away'
      }
    }
    return outcome
  }

  const startAnew = () => setPhotos([])
  return { photos, problem, choose, remove, send, startAnew }
}

export const leftOutText = (count: number): string =>
  `${count === 1 ? 'One file was' : `${count} files were`} left out: ${countOf(sharedLimits.files, 'photo')} of ${sharedLimits.bytes / 1024 ** 2} MB each can be added at a time.`
