import { AppError, errorStatus, type FieldErrors } from '@kerbside/schema/errors'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { invalidMessage } from '@kerbside/schema/validate'
import { STATUS_CODES } from 'node:http'

/**
 * The one place that turns whatever was thrown into an error that people may see. Null means a bug: the caller logs it
 * and answers with `bugMessage`. REST, GraphQL and the pages all use it.
 */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) return unavailable(error)
  return isDuplicate(error) ? duplicateError(error) : null
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

export const bugMessage = 'Something went wrong on our side. Please try again.'

/** What people are shown of an error. `log` gets every bug and every outage; their text never leaves the server. */
export function shownError(error: unknown, log: (error: unknown) => void) {
  const appError = toAppError(error)
  if (appError === null || appError.code === 'UNAVAILABLE') log(error)
  const message = appError?.message ?? bugMessage
  return { appError, message, status: statusOf(appError), headers: retryHeaders(appError) }
}

export function problem(error: unknown, log: (error: unknown) => void): Response {
  const { appError, message, status, headers } = shownError(error, log)
  return problemResponse(status, message, headers, appError?.fields)
}

/** RFC 9457. */
export function problemResponse(
  status: number,
  detail: string,
  headers: Record<string, string>,
  errors?: FieldErrors,
): Response {
  const body = { type: 'about:blank', title: STATUS_CODES[status], status, detail, message: detail, errors }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  })
}

export const statusOf = (appError: AppError | null) => (appError === null ? 500 : errorStatus[appError.code])

export function retryHeaders(appError: AppError | null): Record<string, string> {
  return appError?.retryAfter === undefined
    ? {}
    : { 'retry-after': String(Math.max(1, Math.ceil(appError.retryAfter))) }
}

type Results<Checks> = { [Key in keyof Checks]: Checks[Key] extends () => infer Result ? Awaited<Result> : never }

/** Runs every check and throws one error with all wrong fields. An error that is not about fields is thrown as it is. */
export async function checkAll<const Checks extends readonly (() => unknown)[]>(
  ...checks: Checks
): Promise<Results<Checks>> {
  const results = await Promise.allSettled(checks.map(async (check) => check()))
  const errors = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []))
  // Without a prototype: a client may name a field `constructor`.
  const fields = Object.create(null) as FieldErrors
  for (const error of errors) {
    if (!(error instanceof AppError) || error.fields === undefined) throw error
    for (const [name, texts] of Object.entries(error.fields)) fields[name] = [...(fields[name] ?? []), ...texts]
  }
  if (errors.length > 0) throw new AppError('INVALID', invalidMessage, { fields, cause: errors[0] })
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as Results<Checks>
}

/** The email that brings a new link to whoever has one that ended. */
type NewLink = { kind: 'new-link'; leadId: number } | { kind: 'contractor-link'; contractorId: string }

/** What a link answers that was good once: its holder can have a new one, which goes to the present address alone. */
export class EndedLink extends AppError {
  readonly newLink: NewLink
  constructor(message: string, newLink: NewLink) {
    super('GONE', message)
    this.newLink = newLink
  }
}

/** What a link answers that was never ours, or was changed. */
export const unknownLink = new AppError(
  'NOT_FOUND',
  'We do not know this link. Please open it from our email once more.',
)
