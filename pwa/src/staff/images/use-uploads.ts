import { parseImageResponse, uploadLimits, type UploadedImage } from '@kerbside/schema/images/image'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { withSession } from '../../api/renewal.ts'
import { sendFile, type SendOptions, type UploadOptions } from '../../api/send-file.ts'

/** One file on its way. `share` is 0–1 of its bytes. */
export type Upload = { key: number; owner: string; fileName: string; share: number }

type Handlers = {
  /** Called with what started the upload, however much was edited meanwhile. */
  done: (image: UploadedImage, owner: string) => void
  failed: (message: string, fileName: string) => void
}

/**
 * Any number of uploads at once, each with its progress and a way to cancel it. They continue when the tab that started
 * them is left; an image is attached as soon as it is stored.
 */
export function useUploads(handlers: Handlers) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const aborts = useRef(new Map<number, AbortController>())
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })

  async function run(file: File, owner: string): Promise<void> {
    const key = ++lastKey
    const abort = new AbortController()
    aborts.current.set(key, abort)
    setUploads((all) => [...all, { key, owner, fileName: file.name, share: 0 }])
    const onProgress = (share: number) =>
      setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, share } : upload)))
    try {
      const image = await uploadImage(file, { onProgress, signal: abort.signal })
      // Read only now: the content may have been edited since the upload started.
      latest.current.done(image, owner)
    } catch (error) {
      // Cancelled by the person: no error to show.
      if (!abort.signal.aborted) latest.current.failed(error instanceof Error ? error.message : '', file.name)
    } finally {
      aborts.current.delete(key)
      setUploads((all) => all.filter((upload) => upload.key !== key))
    }
  }
  return {
    uploads,
    start: (files: Iterable<File>, owner = '') => {
      for (const file of files) void run(file, owner)
    },
    cancel: (key: number) => aborts.current.get(key)?.abort(new DOMException('Cancelled', 'AbortError')),
  }
}

let lastKey = 0

/** Stores an image and returns its address. Throws an `ApiError` whose message may be shown; after `signal` its reason. */
async function uploadImage(file: File, options: UploadOptions = {}): Promise<UploadedImage> {
  const problem = checkFile(file)
  if (problem !== null) throw new ApiError('INVALID', problem)
  return parseImageResponse(await withSession((token) => sendImage(file, { ...options, token })))
}

/** Why the server would reject the file by its type or size, known before it is sent. Only the server checks its content. */
export function checkFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  // Some systems do not know the newer formats and leave the type empty.
  const image = type === '' ? /\.(heic|heif|avif|webp)$/i.test(name) : type.startsWith('image/')
  if (!image) return 'This file is not an image.'
  const megabytes = uploadLimits.bytes / 1024 / 1024
  return size > uploadLimits.bytes ? `This image is larger than ${megabytes} MB.` : null
}

export const sendImage = (file: File, options: Omit<SendOptions, 'tooLarge'>): Promise<unknown> =>
  sendFile('/images', file, { ...options, tooLarge: 'This image is too large.' })
