import type { AppError } from '@kerbside/schema/errors'
import { createGraphQLError, type MaskError } from 'graphql-yoga'
import type { Logger } from 'pino'
import { bugMessage, retryHeaders, statusOf } from './problem.ts'
import { refusalOf } from './refusal.ts'

/** How GraphQL calls what REST answers 400, 410, 413, 415 and 422 to. */
export function graphqlCode({ code }: AppError): string {
  const codes: Record<string, string> = { MALFORMED: 'BAD_USER_INPUT', INVALID: 'BAD_USER_INPUT', GONE: 'NOT_FOUND' }
  return codes[code] ?? code
}

export function graphqlExtensions(refusal: AppError) {
  const code = graphqlCode(refusal)
  return {
    code,
    ...(code === 'BAD_USER_INPUT' && { fields: refusal.fields ?? {} }),
    ...(refusal.retryAfter !== undefined && { retryAfter: refusal.retryAfter }),
  }
}

/** What is refused at the door, before GraphQL has seen it, in the shape of a GraphQL answer. */
export function graphqlProblem(error: unknown, log: (error: unknown) => void): Response {
  const refusal = refusalOf(error)
  if (refusal === null || refusal.code === 'UNAVAILABLE') log(error)
  const extensions = refusal ? graphqlExtensions(refusal) : { code: 'INTERNAL_SERVER_ERROR' }
  const body = { errors: [{ message: refusal?.message ?? bugMessage, extensions }] }
  return new Response(JSON.stringify(body), {
    status: statusOf(refusal),
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...retryHeaders(refusal) },
  })
}

type Located = {
  message?: string
  originalError?: unknown
  path?: readonly (string | number)[]
  extensions?: Record<string, unknown>
}

/**
 * Lets refusals through with their code and fields, logs and hides everything else.
 * No `instanceof GraphQLError`: tests can load two copies of `graphql`, and it would be false.
 */
export const maskErrors =
  (log: Logger): MaskError =>
  (error) => {
    const located = (error ?? {}) as Located
    const original = deepest(located)
    const refusal = refusalOf(original)
    const where = { ...(located.path && { path: located.path }) }
    if (refusal !== null) {
      if (refusal.code === 'UNAVAILABLE') log.warn({ err: original }, 'database unavailable')
      return createGraphQLError(refusal.message, { ...where, extensions: graphqlExtensions(refusal) })
    }
    // Without a path no resolver has run: GraphQL itself refuses the operation or its variables.
    const own = isGraphqlError(located) && (located.path === undefined || isGraphqlError(original as Located))
    if (own) return withCode(error as Error, located)
    log.error({ err: original }, 'unexpected error in a resolver')
    return createGraphQLError(bugMessage, { ...where, extensions: { code: 'INTERNAL_SERVER_ERROR' } })
  }

function deepest(error: Located): unknown {
  const { originalError } = error
  if (originalError === undefined || originalError === null) return error
  return deepest(originalError as Located)
}

const isGraphqlError = (error: Located & { name?: string }) => error.name === 'GraphQLError'

/** A value that does not fit its type is refused by GraphQL itself, without a code. */
function withCode(error: Error, { path, extensions = {} }: Located): Error {
  if (extensions['code'] !== undefined) return error
  return createGraphQLError(error.message, {
    ...(path && { path }),
    extensions: { ...extensions, code: 'BAD_USER_INPUT', fields: {} },
  })
}
