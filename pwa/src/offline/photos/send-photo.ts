import type { PhotoResult, QueuedPhoto } from './queued-photo.ts'

/** Milliseconds: 400 kB over a very slow connection. */
const timeout = 120_000
/** The server would answer the same tomorrow. */
const final = new Set([404, 409, 413, 415, 422])
/** The server, or a proxy before it, answers no client now. */
const away = new Set([429, 502, 503, 504])

const pathOf = ({ quoteId, id }: QueuedPhoto) => `/api/quote/${quoteId}/photos/${id}`
const type = 'image/jpeg'

/** For the service worker, where there is nobody to show progress to. */
export async function fetchPhoto(photo: QueuedPhoto, fetching: typeof fetch = fetch): Promise<PhotoResult> {
  try {
    const response = await fetching(pathOf(photo), {
      method: 'PUT',
      headers: { 'content-type': type, accept: 'application/json' },
      body: photo.bytes,
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
    })
    return resultOf(response.status, response.headers.get('retry-after'), await response.text())
  } catch {
    // No network, or cut off in the middle. The photo stays, and its id makes a repeat harmless.
    return { kind: 'away', retryAfterSeconds: null }
  }
}

type Options = {
  /** 0–1 of the bytes sent; the server works on the photo after that. */
  onProgress: (share: number) => void
  /** Aborted when a request comes up, which goes first. */
  signal: AbortSignal
}

/** Not `fetch`, which cannot report how much it has sent. */
export function uploadPhoto(photo: QueuedPhoto, { onProgress, signal }: Options): Promise<PhotoResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('PUT', pathOf(photo))
    request.timeout = timeout
    request.setRequestHeader('content-type', type)
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.min(1, loaded / total) : 0)
    request.onload = () =>
      resolve(resultOf(request.status, request.getResponseHeader('retry-after'), request.responseText))
    request.onerror = request.ontimeout = () => resolve({ kind: 'away', retryAfterSeconds: null })
    request.onabort = () => resolve({ kind: 'stopped' })
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) resolve({ kind: 'stopped' })
    else request.send(photo.bytes)
  })
}

function resultOf(status: number, retryAfter: string | null, text: string): PhotoResult {
  const seconds = Number(retryAfter ?? '')
  if (away.has(status)) return { kind: 'away', retryAfterSeconds: seconds > 0 ? seconds : null }
  // The sign-in page of a café's network answers 200 too, but never with our JSON.
  const body = parse(text)
  if (body === null) return { kind: 'away', retryAfterSeconds: null }
  if (status >= 200 && status < 300) return { kind: body.data?.id ? 'sent' : 'failed' }
  if (!final.has(status)) return { kind: 'failed' }
  return { kind: 'rejected', message: body.message ?? 'This photo was not taken.' }
}

type Body = { data?: { id?: unknown }; message?: string }

function parse(text: string): Body | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' ? body : null
  } catch {
    return null // Not ours.
  }
}
