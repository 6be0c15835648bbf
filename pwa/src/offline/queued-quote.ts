import type { FieldErrors } from '@kerbside/schema/errors'

/** One answer as the homeowner gave it: `name` is the form's. */
export type TypedAnswer = { name: string; label: string; value: string }

/** A quote request that the server has not acknowledged yet. */
export type QueuedQuote = {
  /** The `submission_id`: made with the form, kept through every retry and edit. */
  id: string
  /** The flat payload of `POST /api/quote`, ready to send. */
  body: Record<string, unknown>
  /** What was typed, to show, copy and edit. */
  answers: TypedAnswer[]
  /** Public path of the form, where editing goes back to. */
  page: string
  /** Milliseconds since 1970: when the homeowner pressed the button. */
  savedAt: number
  /**
   * `refused`: the server said no and would say it again; only an edit helps. `sent-before`: the server has other answers
   * under this id, so these can only be sent as a new request, when somebody wants that.
   */
  state: 'waiting' | 'refused' | 'sent-before'
  attempts: number
  /** No timer tries before this moment. A person or the network coming back may. */
  notBefore: number
  /** Why it was refused, and which fields (under the form's names). */
  message: string | null
  errors: FieldErrors
}

/** What stays on the phone once the server has a request: no personal data. */
export type Receipt = {
  id: string
  reference: string
  acknowledgedAt: number
  /** Tells the same answers sent twice from another job sent from a second tab. */
  digest: string
}

/** How one try at sending ended. */
export type SendResult =
  | { kind: 'sent'; reference: string }
  /** Nobody answered, or the server asks everybody to wait: stop trying for now. */
  | { kind: 'away'; retryAfterSeconds: number | null }
  /** The server answered and could not take this one: later, and go on with the next. */
  | { kind: 'failed' }
  | { kind: 'refused'; message: string; errors: FieldErrors }
  /** The server has other answers under this id. */
  | { kind: 'sent-before' }

/** Same answers, same digest. Not a secret and not reversible to anything. */
export function digestOf(answers: readonly TypedAnswer[]): string {
  const text = JSON.stringify(answers.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]))
  let hash = 5381
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0
  return `${text.length.toString(36)}-${hash.toString(36)}`
}
