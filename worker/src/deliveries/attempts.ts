import { keptAttempts, type DeliveryAttempt } from '@kerbside/schema/deliveries/delivery'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { withoutAddresses } from './mail-error.ts'

/** A try that has begun: what was sent to whom. Without an email, it could not be put together. */
export type Try = { startedAt: Date; sent: Sent | null }
type Sent = {
  recipient: string
  /** With it the envelope sender tells bounces of this email from others; none while bounces are not taken. */
  bounceKey?: string
  envelopeFrom?: string
  messageId: string
  template: NonNullable<DeliveryRecord['template']>
}

/** The part of an update that adds a try at an email. `answer`: the mail server's, or the error. */
export function mailAttempt(delivery: DeliveryRecord, { startedAt, sent }: Try, endedAt: Date, answer: unknown) {
  const answered = { code: codeOf(answer), answer: withoutAddresses(answer, sent?.recipient) }
  return {
    ...(sent && { messageId: sent.messageId, template: sent.template }),
    ...addAttempt(delivery, { startedAt, endedAt, ...answered }),
  }
}

type Attempt = Pick<DeliveryAttempt, 'code' | 'answer'> & { startedAt: Date; endedAt: Date }

/** The part of an update that adds a try to its delivery. */
export function addAttempt({ round }: DeliveryRecord, { startedAt, endedAt, ...answered }: Attempt) {
  const ms = Math.max(0, endedAt.getTime() - startedAt.getTime())
  const attempt: DeliveryAttempt = { at: startedAt, ms, round, ...answered }
  return { $push: { attemptLog: { $each: [attempt], $slice: -keptAttempts } } }
}

function codeOf(answer: unknown): number | null {
  if (typeof answer === 'string') return Number(/^\d{3}\b/.exec(answer)?.[0] ?? Number.NaN) || null
  const { responseCode } = answer as { responseCode?: unknown }
  return typeof responseCode === 'number' ? responseCode : null
}
