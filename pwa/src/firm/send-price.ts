import type { FieldErrors } from '@kerbside/schema/errors'
import { fileIdsIn, type EstimateFields } from '@kerbside/schema/estimates/estimate-fields'
import type { Table } from '../offline/open-database.ts'
import type { Away } from '../offline/outbox/connection.ts'
import type { ChosenFile } from './draft-store.ts'

/** How one try at sending a price ended. */
export type Sent =
  | { kind: 'received' }
  /** Only a change helps. */
  | { kind: 'refused'; message: string; errors: FieldErrors }
  /** Or the server cannot take it now. */
  | Away

/** Milliseconds: a phone on a bad connection may need this long. */
const timeout = 30_000
/** A PDF may be a hundred times as large. */
const fileTimeout = 300_000
/** Milliseconds for which the server surely keeps a file that no price has come with yet. */
const fileKeptMs = 20 * 60 * 60_000
/** The server would answer the same tomorrow. It is believed only in its own words, not in those of a café's network. */
const final = new Set([400, 404, 409, 410, 413, 415, 422])

export const sendPrice = (path: string, fields: EstimateFields, fetching: typeof fetch = fetch): Promise<Sent> =>
  send(fields['id'], timeout, (init) => fetching(path, { ...init, method: 'POST', body: new URLSearchParams(fields) }))

/** Sends the files of a price ahead of it, each until the server has it. Null once it has them all. */
export async function sendFiles(
  path: string,
  { fields, files, now }: { fields: EstimateFields; files: Table<ChosenFile>; now: number },
  fetching: typeof fetch = fetch,
): Promise<Sent | null> {
  for (const id of fileIdsIn(fields)) {
    const file = await files.get(id)
    if (!file || now - file.sentAt < fileKeptMs) continue
    const { name, bytes } = file
    const address = `${path}/files/${id}?name=${encodeURIComponent(name)}`
    const sent = await send(id, fileTimeout, (init) => fetching(address, { ...init, method: 'PUT', body: bytes }))
    if (sent.kind === 'refused')
      return { ...sent, errors: { files: [`${name}: ${sent.errors['file']?.[0] ?? sent.message}`] } }
    if (sent.kind === 'away') return sent
    await files.change(id, (kept) => kept && { ...kept, sentAt: now })
  }
  return null
}

/** One request, which the server has taken once it answers with this id. */
async function send(
  id: string | undefined,
  milliseconds: number,
  request: (init: RequestInit) => Promise<Response>,
): Promise<Sent> {
  try {
    const response = await request({
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(milliseconds),
      redirect: 'error',
    })
    return await resultOf(response, id)
  } catch {
    // No network, a timeout, or an answer cut off in the middle. Its id makes a repeat harmless.
    return { kind: 'away', retryAfterSeconds: null }
  }
}

async function resultOf(response: Response, id: string | undefined): Promise<Sent> {
  type Body = { data?: { id?: unknown }; message?: unknown; errors?: FieldErrors }
  const body = (await response.json()) as Body | null
  if (response.ok && body?.data?.id === id) return { kind: 'received' }
  const { message, errors = {} } = body ?? {}
  if (final.has(response.status) && typeof message === 'string') return { kind: 'refused', message, errors }
  const seconds = Number(response.headers.get('retry-after') ?? '')
  return { kind: 'away', retryAfterSeconds: seconds > 0 ? seconds : null }
}
