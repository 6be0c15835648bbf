import type { FieldErrors } from '@kerbside/schema/errors'
import { restFieldName } from '@kerbside/schema/quotes/columns'
import type { QueuedQuote, SendResult, TypedAnswer } from './queued-quote.ts'

/** Milliseconds: a phone on a bad connection may need this long. */
const timeout = 30_000
/** The server would answer the same tomorrow. Any other failure (401, 403, 429, 5xx, no network) means later. */
const final = new Set([400, 413, 415, 422])
/** The server, or a proxy before it, answers no client now. */
const away = new Set([429, 502, 503, 504])

export async function submitQuote(quote: QueuedQuote, fetching: typeof fetch = fetch): Promise<SendResult> {
  try {
    const response = await fetching('/api/quote', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(quote.body),
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
    })
    return await resultOf(response, quote.answers)
  } catch {
    // No network, a timeout, or an answer cut off in the middle. The quote stays, and its id makes a repeat harmless.
    return { kind: 'away', retryAfterSeconds: null }
  }
}

async function resultOf(response: Response, answers: readonly TypedAnswer[]): Promise<SendResult> {
  if (away.has(response.status)) {
    const seconds = Number(response.headers.get('retry-after') ?? '')
    return { kind: 'away', retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : null }
  }
  // The sign-in page of a café's network answers 200 too, but never with JSON.
  const body: unknown = await response.json()
  if (response.ok) {
    const reference = referenceIn(body)
    return reference ? { kind: 'sent', reference } : { kind: 'failed' }
  }
  if (response.status === 409) return { kind: 'sent-before' }
  return final.has(response.status) ? rejected(body, answers) : { kind: 'failed' }
}

function referenceIn(body: unknown): string | null {
  const data = (body as { data?: { reference?: unknown } } | null)?.data
  return typeof data?.reference === 'string' ? data.reference : null
}

function rejected(body: unknown, answers: readonly TypedAnswer[]): SendResult {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: FieldErrors }
  const formName = new Map(answers.map(({ name }) => [restFieldName(name), name]))
  return {
    kind: 'refused',
    message: typeof message === 'string' ? message : 'There was an error submitting your quote request.',
    errors: Object.fromEntries(
      Object.entries(errors ?? {}).map(([name, texts]) => [formName.get(name) ?? name, texts]),
    ),
  }
}
