import { errorStatus, type ErrorCode, type FieldErrors } from '@kerbside/schema/errors'

/** `OFFLINE`: no answer came. `INTERNAL`: the server failed, or answered something unreadable. */
export type ApiErrorCode = ErrorCode | 'OFFLINE' | 'INTERNAL'

export type ApiErrorDetails = {
  fields?: FieldErrors
  /** Seconds, as the server asked. */
  retryAfter?: number
  cause?: unknown
}

/** Every error of a call, over whichever transport. The message may be shown. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly fields: FieldErrors
  readonly retryAfter: number | undefined

  constructor(code: ApiErrorCode, message: string, { fields = {}, retryAfter, cause }: ApiErrorDetails = {}) {
    super(message, { cause })
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

export const offline = (cause: unknown) =>
  new ApiError('OFFLINE', 'We could not reach the server. Check your connection and try again.', { cause })

export const brokenAnswer = (cause?: unknown) =>
  new ApiError('INTERNAL', 'Something went wrong on our side. Please try again.', { cause })

const codes = Object.keys(errorStatus) as ErrorCode[]

export function codeOfStatus(status: number): ApiErrorCode {
  return codes.find((code) => errorStatus[code] === status) ?? 'INTERNAL'
}

/** GraphQL's code names are the same but one. */
export function codeOfExtension(code: unknown): ApiErrorCode {
  if (code === 'BAD_USER_INPUT') return 'INVALID'
  return codes.find((known) => known === code) ?? 'INTERNAL'
}

/** Failures that may pass by themselves; a rejected request never does. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && ['OFFLINE', 'INTERNAL', 'UNAVAILABLE', 'RATE_LIMITED'].includes(error.code)
}

/** What is wrong with each field that the server names. */
export const fieldErrorsOf = (error: unknown): FieldErrors => (error instanceof ApiError ? error.fields : {})

/** What to show for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : brokenAnswer().message
