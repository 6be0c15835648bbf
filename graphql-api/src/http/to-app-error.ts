import { AppError, type ErrorCode } from '@kerbside/schema/errors'
import { HTTPException } from 'hono/http-exception'

/**
 * The one place that turns whatever was thrown into a refusal people may see. Null means a bug: it is logged and masked
 * by the door that caught it. REST, GraphQL and the pages all ask here.
 */
export function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) return unavailable(error)
  if (isDuplicate(error)) return duplicateRefusal(error)
  return httpRefusal(error)
}

type MongoLike = { name?: string; message?: string; code?: number; errorLabels?: unknown; cause?: unknown }
const like = (error: unknown): MongoLike => (typeof error === 'object' && error !== null ? error : {})

const unavailableNames = new Set([
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'WaitQueueTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClosedError',
  'MongoClientClosedError',
  'MongoServerClosedError',
  'MongoOperationTimeoutError',
  'MongoWriteConcernError',
])
// Not primary, stepping down, shutting down, host unreachable, network timeout, write concern or time limit exceeded.
const unavailableCodes = new Set([6, 7, 50, 64, 89, 91, 112, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436])

function isUnavailable(error: unknown): boolean {
  const { name = '', message = '', code, errorLabels } = like(error)
  if (unavailableNames.has(name)) return true
  if (name.startsWith('Mongo') && code !== undefined && unavailableCodes.has(code)) return true
  if (name.startsWith('Mongo') && Array.isArray(errorLabels) && errorLabels.includes('RetryableWriteError')) return true
  // Mongoose has no classes for these two: not yet connected, and waiting for a connection in vain.
  return name === 'MongooseError' && /initial connection|buffering timed out|disconnected/i.test(message)
}

/** `Retry-After` in seconds: about what an election or a restart takes. */
export const unavailable = (cause: unknown) =>
  new AppError('UNAVAILABLE', 'We cannot reach our records at the moment. Please try again shortly.', {
    retryAfter: 5,
    cause,
  })

const isDuplicate = (error: unknown) => like(error).code === 11000

/** What a unique index protects, in words for the person who ran into it. */
const takenMessages: Record<string, string> = {
  email: 'This email address is already in use.',
  url: 'This URL is already in use.',
  sublink: 'This sublink is already in use.',
}

function duplicateRefusal(error: unknown): AppError {
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

/** Hono's own refusals carry a response and a status. */
function httpRefusal(error: unknown): AppError | null {
  if (!(error instanceof HTTPException)) return null
  const code = httpCodes[error.status]
  return code === undefined ? null : new AppError(code, error.message)
}
