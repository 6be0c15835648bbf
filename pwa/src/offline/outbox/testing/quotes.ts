import type { NewQuote } from '../outbox.ts'
import type { SendResult } from '../queued-quote.ts'

/** A quote as the form saves it. For tests. */
export function aNewQuote(id: string, changes: Record<string, string> = {}): NewQuote {
  const given = { first_name: 'Aoife', email: 'aoife@example.com', propertyType: 'Bungalow', ...changes }
  const answers = Object.entries(given).map(([name, value]) => ({ name, label: name, value }))
  return { id, page: '/', answers, body: { submission_id: id, ...given } }
}

export const sentAs = (reference: string): SendResult => ({ kind: 'sent', reference })
export const away: SendResult = { kind: 'away', retryAfterSeconds: null }
