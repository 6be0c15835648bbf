import { AppError } from '@kerbside/schema/errors'
import { getOperationAST, type DocumentNode, type ExecutionResult, type GraphQLError } from 'graphql'
import type { YogaServerInstance } from 'graphql-yoga'
import type { Context as HonoContext } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { AppEnv, Context } from '../deps.ts'

export type Operation = {
  query: string
  operationName?: string | null | undefined
  variables?: Record<string, unknown> | null | undefined
}

const eventStream = 'text/event-stream'
/** Milliseconds between two comments that keep proxies from closing a quiet connection. */
const heartbeatMs = 15_000

/** A query cannot be one without this word; a query that only contains it is run like any other. */
export const maySubscribe = ({ query }: Operation) => /\bsubscription\b/.test(query)

/**
 * Answers a subscription with server-sent events, as graphql-sse describes them in its "distinct connections mode": `next`
 * for each result, `complete` at the end. Null when the operation is no subscription. Yoga's own stream is not used: it
 * ends the process when a client leaves in the middle of it.
 */
export async function answerSubscription(
  yoga: YogaServerInstance<Context, object>,
  operation: Operation,
  c: HonoContext<AppEnv>,
  toError: (error: GraphQLError) => GraphQLError,
): Promise<Response | null> {
  const connection = new AbortController()
  const context = { ...c.get('context'), signal: connection.signal }
  const { parse, validate, subscribe, contextFactory, schema } = yoga.getEnveloped(context as never)
  let document: DocumentNode
  try {
    document = parse(operation.query)
  } catch {
    return null // the usual answer names what is wrong
  }
  if (getOperationAST(document, operation.operationName)?.operation !== 'subscription') return null
  if (!c.req.header('accept')?.includes(eventStream)) {
    throw new AppError('MALFORMED', `Send Accept: ${eventStream} with a subscription.`)
  }

  async function* results(): AsyncGenerator<ExecutionResult> {
    const errors = validate(schema, document)
    if (errors.length > 0) return yield { errors }
    const { variables, operationName } = operation
    const contextValue = await contextFactory()
    const result = await subscribe({ schema, document, variableValues: variables, operationName, contextValue })
    if (Symbol.asyncIterator in result) yield* result as AsyncIterable<ExecutionResult>
    else yield result as ExecutionResult
  }

  const response = streamSSE(c, async (stream) => {
    stream.onAbort(() => connection.abort())
    const heartbeat = setInterval(() => void stream.write(':\n\n'), heartbeatMs)
    const next = ({ data, errors }: ExecutionResult) =>
      stream.writeSSE({ event: 'next', data: JSON.stringify({ data, ...(errors && { errors: errors.map(toError) }) }) })
    try {
      for await (const result of results()) await next(result)
    } catch (error) {
      await next({ errors: [error as GraphQLError] })
    } finally {
      clearInterval(heartbeat)
      connection.abort()
    }
    await stream.writeSSE({ event: 'complete', data: '' })
  })
  response.headers.set('cache-control', 'no-store')
  return response
}
