import type { FieldErrors } from '@kerbside/schema/errors'
import type { Away, Wait } from './connection.ts'

/** One answer as the homeowner gave it: `name` is the form's. */
export type TypedAnswer = { name: string; label: string; value: string }

/** A quote request that the server has not acknowledged yet. */
export type QueuedQuote = Wait & {
  /** The `submission_id`: made with the form, the same through every retry and edit. */
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
   * `refused`: the server found mistakes, so only an edit helps. `sent-before`: the server has other answers under this
   * id, so these can only be sent as a new request, when the homeowner asks for that.
   */
  state: 'waiting' | 'refused' | 'sent-before'
  /** Tries that the server answered without taking it. */
  attempts: number
  /** Why the server rejected it, and which fields (under the form's names). */
  message: string | null
  errors: FieldErrors
  /** Milliseconds since 1970: when the homeowner was told that it waited too long to be sent by itself. */
  lastOfferedAt?: number | undefined
}

/** What stays on the phone once the server has a request. It holds no personal data. */
export type Receipt = {
  id: string
  reference: string
  acknowledgedAt: number
  /** Distinguishes the same answers sent twice from another job sent from a second tab. */
  digest: string
}

/** How one try at sending ended. */
export type SendResult =
  | { kind: 'sent'; reference: string }
  /** The rest of the queue waits too. */
  | Away
  /** The server answered and could not take this one: it is tried later, and the next one now. */
  | { kind: 'failed' }
  | { kind: 'refused'; message: string; errors: FieldErrors }
  /** The server has other answers under this id. */
  | { kind: 'sent-before' }

/** The same answers have the same digest. It is no secret, and nothing can be read from it. */
export function digestOf(answers: readonly TypedAnswer[]): string {
  const text = JSON.stringify(answers.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]))
  return `${text.length.toString(36)}-${hashOf(text)}`
}

export function hashOf(text: string): string {
  let hash = 5381
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0
  return hash.toString(36)
}

/**
 * The id of answers whose form's id stands for others already. It follows from both, so that the same answers, saved
 * again after the page was closed in the middle, have it again.
 */
export function otherIdFor(id: string, digest: string): string {
  const end = parseInt(hashOf(id + digest), 36)
    .toString(16)
    .padStart(8, '0')
  return id.slice(0, -end.length) + end
}
