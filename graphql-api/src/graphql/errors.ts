import { errorStatus, type AppError, type ErrorCode } from '@kerbside/schema/errors'
import type { GraphQLError } from 'graphql'
import { createGraphQLError, type MaskError } from 'graphql-yoga'
import type { Logger } from 'pino'
import { bugMessage, shownError, toAppError } from '../http/errors.ts'

/** How GraphQL calls what REST answers 400, 410 and 422 to. */
const codeNames: Partial<Record<ErrorCode, string>> = {
  MALFORMED: 'BAD_USER_INPUT',
  INVALID: 'BAD_USER_INPUT',
  GONE: 'NOT_FOUND',
}

export function graphqlExtensions(appError: AppError) {
  const code = codeNames[appError.code] ?? appError.code
  return {
    code,
    ...(code === 'BAD_USER_INPUT' && { fields: appError.fields ?? {} }),
    ...(appError.retryAfter !== undefined && { retryAfter: appError.retryAfter }),
  }
}

/** An error from before GraphQL has seen the request, in the shape of a GraphQL response. */
export function graphqlProblem(error: unknown, log: (error: unknown) => void): Response {
  const { appError, message, status, headers } = shownError(error, log)
  const extensions = appError ? graphqlExtensions(appError) : { code: 'INTERNAL_SERVER_ERROR' }
  return new Response(JSON.stringify({ errors: [{ message, extensions }] }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}

type Located = {
  message?: string
  originalError?: unknown
  path?: readonly (string | number)[]
  extensions?: Record<string, unknown>
}

/**
 * Passes AppErrors on with their code and fields; logs and hides everything else.
 * No `instanceof GraphQLError`: tests can load two copies of `graphql`, and it would be false.
 */
export const maskErrors =
  (log: Logger): MaskError =>
  (error) => {
    const located = (error ?? {}) as Located
    const original = deepest(located)
    const appError = toAppError(original)
    const where = { ...(located.path && { path: located.path }) }
    if (appError !== null) {
      if (appError.code === 'UNAVAILABLE') log.warn({ err: original }, 'database unavailable')
      return createGraphQLError(appError.message, { ...where, extensions: graphqlExtensions(appError) })
    }
    // Without a path no resolver has run: GraphQL itself rejects the operation or its variables.
    const own = isGraphqlError(located) && (located.path === undefined || isGraphqlError(original as Located))
    if (own) return error as Error
    log.error({ err: original }, 'unexpected error in a resolver')
    return createGraphQLError(bugMessage, { ...where, extensions: { code: 'INTERNAL_SERVER_ERROR' } })
  }

function deepest(error: Located): unknown {
  const { originalError } = error
  if (originalError === undefined || originalError === null) return error
  return deepest(originalError as Located)
}

const isGraphqlError = (error: Located & { name?: string }) => error.name === 'GraphQLError'

const codes = new Set([...Object.keys(errorStatus), 'BAD_USER_INPUT', 'INTERNAL_SERVER_ERROR'])

/**
 * An error that GraphQL made itself has no code of ours: the operation is wrong, or the value of a variable. `hints`:
 * whether it may say what the schema has. What the client sent itself it may always say.
 */
export function withCode(error: GraphQLError, { hints }: { hints: boolean }): GraphQLError {
  const { path, extensions } = error
  if (codes.has(String(extensions['code']))) return error
  const part = wrongPart(error.message)
  const message = hints ? error.message : withoutSchema(error.message, part)
  const named = { code: 'BAD_USER_INPUT', fields: { [part]: [message] } }
  return createGraphQLError(message, { ...(path && { path }), extensions: { ...extensions, ...named } })
}

/** A syntax error and the limits know only the text of the operation; all other messages name fields and types. */
function withoutSchema(message: string, part: string): string {
  if (message.startsWith('Syntax Error')) return message
  return part === 'query' ? 'This operation does not fit the API.' : `The value of "${part}" does not fit the API.`
}

/** The path of a variable's value, or the `query` of the request. GraphQL names it only in its message. */
function wrongPart(message: string): string {
  const [, variable] = /^Variable "\$(\w+)"/.exec(message) ?? []
  if (variable === undefined) return 'query'
  const [, inside] =
    new RegExp(`^Variable "\\$${variable}" got invalid value .* at "(${variable}[\\w.[\\]]+)"; `, 's').exec(message) ??
    []
  return inside?.replaceAll(/\[(\d+)\]/g, '.$1') ?? variable
}
