/** Every error code of the product with its HTTP status. */
export const errorStatus = {
  MALFORMED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  TOO_LARGE: 413,
  UNSUPPORTED: 415,
  INVALID: 422,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errorStatus
/** The messages about each wrong field, for the person who typed it. */
export type FieldErrors = Record<string, string[]>

export type ErrorDetails = {
  fields?: FieldErrors
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  retryAfter?: number
  cause?: unknown
}

/** An error that people may read. Anything else that is thrown is a bug, and its text never leaves the server. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }
}

/** The error for one wrong field. */
export const invalid = (field: string, message: string) =>
  new AppError('INVALID', message, { fields: { [field]: [message] } })
