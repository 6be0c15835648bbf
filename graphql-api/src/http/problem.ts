import { errorStatus, type AppError } from '@kerbside/schema/errors'
import { STATUS_CODES } from 'node:http'
import { refusalOf } from './to-app-error.ts'

export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  message: string
  errors?: Record<string, string[]>
}

export const bugMessage = 'Something went wrong on our side. Please try again.'

/** RFC 9457. `log` is told of every bug and every outage; their text never leaves the server. */
export function problem(error: unknown, log: (error: unknown) => void): Response {
  const refusal = refusalOf(error)
  if (refusal === null || refusal.code === 'UNAVAILABLE') log(error)
  const status = statusOf(refusal)
  const detail = refusal?.message ?? bugMessage
  const body: Problem = { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, detail, message: detail }
  if (refusal?.fields !== undefined) body.errors = refusal.fields
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...retryHeaders(refusal) },
  })
}

export const statusOf = (refusal: AppError | null) => (refusal === null ? 500 : errorStatus[refusal.code])

export function retryHeaders(refusal: AppError | null): Record<string, string> {
  return refusal?.retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(refusal.retryAfter))) }
}
