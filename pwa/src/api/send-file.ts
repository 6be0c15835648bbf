import { offline } from './api-error.ts'
import { toApiError } from './rest.ts'

export type UploadOptions = {
  /** 0–1 of the bytes sent; the server works on the file after that. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export type SendOptions = UploadOptions & {
  token: string | null
  /** The error of a file that a proxy between us and the api rejects by its size, without a message of ours. */
  tooLarge: string
  /** For tests; pages call their own origin. */
  base?: string
}

/** One multipart call with the file in its field `file`. */
export function sendFile(path: string, file: File, options: SendOptions): Promise<unknown> {
  const form = new FormData()
  form.append('file', file)
  return send('POST', path, form, options)
}

/** The file alone, under an id that was made here. */
export const putFile = (path: string, file: Blob, options: SendOptions) => send('PUT', path, file, options)

/** Not `fetch`, which cannot report how much it has sent. */
function send(method: 'POST' | 'PUT', path: string, content: FormData | Blob, options: SendOptions): Promise<unknown> {
  const { onProgress, signal, token, tooLarge, base = '/api' } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal?.addEventListener('abort', stop, { once: true })
    request.open(method, base + path)
    request.withCredentials = true
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? Math.min(1, loaded / total) : 0)
    request.onload = () => {
      // Null when it is no JSON: the status, or the missing id, is enough.
      const body: unknown = request.response
      if (request.status >= 200 && request.status < 300) return resolve(body)
      reject(toApiError(request.status, body, request.status === 413 ? { fallback: tooLarge } : {}))
    }
    request.onerror = () => reject(offline(new Error('The upload was cut off')))
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    request.send(content)
  })
}
