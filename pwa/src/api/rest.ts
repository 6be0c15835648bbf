import { ApiError, brokenAnswer, codeOfStatus, offline } from './api-error.ts'
import { isRecord } from './session.ts'

export type RestRequest = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  /** The bearer token; without one the call goes out as a visitor's. */
  token?: string | null
  /** For tests; pages call their own origin. */
  base?: string
}

/** One call to `/api`; the parsed body, null for an empty one. The caller checks its shape. */
export async function restCall(path: string, request: RestRequest = {}): Promise<unknown> {
  return readJson(await call(path, request))
}

/** A file that an `img` cannot ask for itself, because it would carry no token. */
export async function restFile(path: string, request: RestRequest = {}): Promise<Blob> {
  return (await call(path, request)).blob().catch((error: unknown) => {
    throw offline(error)
  })
}

/** Throws what is no success. */
async function call(path: string, request: RestRequest): Promise<Response> {
  const { method = 'GET', body, signal, token, base = '/api' } = request
  const timeout = AbortSignal.timeout(30_000)
  const response = await fetch(base + path, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    // The caller cancelled, which is no failure of the network.
    throw signal?.aborted ? error : offline(error)
  })
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (!response.ok) throw toApiError(response.status, await readJson(response), { retryAfter })
  return response
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (response.ok) throw brokenAnswer(error)
    return null // A proxy's own error page: the status is enough.
  }
}

/** The error of a REST answer: a problem document of ours, or a proxy's own error page. */
export function toApiError(status: number, body: unknown, details: { retryAfter?: number; fallback?: string } = {}) {
  const problem = isRecord(body) ? body : {}
  const { retryAfter = Number.NaN, fallback = brokenAnswer().message } = details
  const message = typeof problem['message'] === 'string' ? problem['message'] : fallback
  const fields = toFields(problem['errors'])
  return new ApiError(codeOfStatus(status), message, { fields, ...(Number.isFinite(retryAfter) ? { retryAfter } : {}) })
}

export function toFields(value: unknown): Record<string, string[]> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([field, texts]) => [field, Array.isArray(texts) ? texts.map(String) : [String(texts)]]),
  )
}
