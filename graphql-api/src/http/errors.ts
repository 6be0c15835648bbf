import { AppError, errorStatus, type ErrorCode } from '@kerbside/schema/errors'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { HTTPException } from 'hono/http-exception'
import { STATUS_CODES } from 'node:http'

/**
 * The one place that turns whatever was thrown into an error that people may see. Null means a bug: the caller logs it
 * and answers with `bugMessage`. REST, GraphQL and the pages all use it.
 */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) return unavailable(error)
  if (isDuplicate(error)) return duplicateError(error)
  return httpError(error)
}

/** `Retry-After` in seconds: about what an election or a restart takes. */
const unavailable = (cause: unknown) =>
  new AppError('UNAVAILABLE', 'We cannot reach our records at the moment. Please try again shortly.', {
    retryAfter: 5,
    cause,
  })

const isDuplicate = (error: unknown) => (error as { code?: unknown } | null | undefined)?.code === 11000

/** Messages for what a unique index protects. */
const takenMessages: Record<string, string> = {
  email: 'This email address is already in use.',
  url: 'This URL is already in use.',
  sublink: 'This sublink is already in use.',
}

function duplicateError(error: unknown): AppError {
  const keys = Object.keys((error as { keyPattern?: object }).keyPattern ?? {})
  const fields = Object.fromEntries(
    keys.flatMap((key) => (takenMessages[key] === undefined ? [] : [[key, [takenMessages[key]]]])),
  )
  const [first] = Object.values(fields)
  if (first === undefined) return new AppError('CONFLICT', 'That already exists.', { cause: error })
  return new AppError('INVALID', first[0] ?? '', { fields, cause: error })
}

const httpCodes: Record<number, ErrorCode> = {
  400: 'MALFORMED',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED',
}

/** Hono's own errors carry a response and a status. */
function httpError(error: unknown): AppError | null {
  if (!(error instanceof HTTPException)) return null
  const code = httpCodes[error.status]
  return code === undefined ? null : new AppError(code, error.message)
}

export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  message: string
  errors?: Record<string, string[]>
}

export const bugMessage = 'Something went wrong on our side. Please try again.'

/** RFC 9457. `log` gets every bug and every outage; their text never leaves the server. */
export function problem(error: unknown, log: (error: unknown) => void): Response {
  const appError = toAppError(error)
  if (appError === null || appError.code === 'UNAVAILABLE') log(error)
  const status = statusOf(appError)
  const detail = appError?.message ?? bugMessage
  const body: Problem = { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, detail, message: detail }
  if (appError?.fields !== undefined) body.errors = appError.fields
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...retryHeaders(appError) },
  })
}

export const statusOf = (appError: AppError | null) => (appError === null ? 500 : errorStatus[appError.code])

export function retryHeaders(appError: AppError | null): Record<string, string> {
  return appError?.retryAfter === undefined
    ? {}
    : { 'retry-after': String(Math.max(1, Math.ceil(appError.retryAfter))) }
}
