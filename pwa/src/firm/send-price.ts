import type { FieldErrors } from '@kerbside/schema/errors'
import type { EstimateFields } from '@kerbside/schema/estimates/estimate-fields'

/** How one try at sending a price ended. */
export type Sent =
  | { kind: 'received' }
  /** Only a change helps. */
  | { kind: 'refused'; message: string; errors: FieldErrors }
  /** No server answered, or it cannot take it now. */
  | { kind: 'later'; retryAfterSeconds: number | null }

/** Milliseconds: a phone on a bad connection may need this long. */
const timeout = 30_000
/** The server would answer the same tomorrow. It is believed only in its own words, not in those of a café's network. */
const final = new Set([400, 404, 409, 410, 413, 415, 422])

export async function sendPrice(path: string, fields: EstimateFields, fetching: typeof fetch = fetch): Promise<Sent> {
  try {
    const response = await fetching(path, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout?.(timeout) ?? null,
      redirect: 'error',
    })
    return await resultOf(response, fields['id'])
  } catch {
    // No network, a timeout, or an answer cut off in the middle. Its id makes a repeat harmless.
    return { kind: 'later', retryAfterSeconds: null }
  }
}

async function resultOf(response: Response, id: string | undefined): Promise<Sent> {
  type Body = { data?: { id?: unknown }; message?: unknown; errors?: FieldErrors }
  const body = (await response.json()) as Body | null
  if (response.ok && body?.data?.id === id) return { kind: 'received' }
  const { message, errors = {} } = body ?? {}
  if (final.has(response.status) && typeof message === 'string') return { kind: 'refused', message, errors }
  const seconds = Number(response.headers.get('retry-after') ?? '')
  return { kind: 'later', retryAfterSeconds: seconds > 0 ? seconds : null }
}
