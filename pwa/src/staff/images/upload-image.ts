import { parseImageResponse, uploadLimits, type UploadedImage } from '@kerbside/schema/images/image'
import { ApiError, offline } from '../../api/api-error.ts'
import { withSession } from '../../api/renewal.ts'
import { toApiError } from '../../api/rest.ts'

export type UploadOptions = {
  /** 0–1 of the bytes sent; the server processes the image after that. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Stores an image and returns its address. Throws an `ApiError` whose message may be shown; after `signal` its reason. */
export async function uploadImage(file: File, options: UploadOptions = {}): Promise<UploadedImage> {
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

export type SendOptions = UploadOptions & {
  token: string | null
  /** For tests; pages call their own origin. */
  base?: string
}

/** One multipart call. Not `fetch`, which cannot report how much it has sent. */
export function sendImage(file: File, { onProgress, signal, token, base = '/api' }: SendOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal?.addEventListener('abort', stop, { once: true })
    request.open('POST', `${base}/images`)
    request.withCredentials = true
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? Math.min(1, loaded / total) : 0)
    request.onload = () => {
      // Null when it is no JSON: the status, or the missing id, is enough.
      const body: unknown = request.response
      if (request.status >= 200 && request.status < 300) return resolve(body)
      // A proxy between us and the api rejects large bodies by itself, without a message of ours.
      reject(toApiError(request.status, body, request.status === 413 ? { fallback: 'This image is too large.' } : {}))
    }
    request.onerror = () => reject(offline(new Error('The upload was cut off')))
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
