import { Client, fetchExchange, type AnyVariables, type CombinedError, type TypedDocumentNode } from 'urql'
import { onEnd, pipe, subscribe as subscribeTo } from 'wonka'
import { initGraphQLTada } from 'gql.tada'
import { ApiError, brokenAnswer, codeOfExtension, codeOfStatus, offline } from './api-error.ts'
import type { introspection } from './generated/graphql-env.d.ts'
import { withSession } from './renewal.ts'
import { toFields } from './rest.ts'

/** Documents are typed from the printed schema: a field that does not exist does not compile. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; JSON: unknown }
}>()
export type { ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada'

/** A typed transport and nothing more: react-query is the one cache, and a second one is a second way to be stale. */
const client = new Client({
  url: '/graphql',
  exchanges: [fetchExchange],
  preferGetMethod: false,
  fetchSubscriptions: true,
  requestPolicy: 'network-only',
})

const fetchOptionsWith = (token: string | null): RequestInit => ({
  credentials: 'include',
  headers: token ? { authorization: `Bearer ${token}` } : {},
})

/** Milliseconds. A dead connection gives no answer and no error either. */
const longestCall = 30_000

const inTime: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    signal: AbortSignal.any([...(init?.signal ? [init.signal] : []), AbortSignal.timeout(longestCall)]),
  })

const call =
  (kind: 'query' | 'mutation') =>
  <Data, Variables extends AnyVariables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) =>
    withSession(async (token) => {
      const fetchOptions = fetchOptionsWith(token)
      const { data, error } = await client[kind](document, variables, { fetchOptions, fetch: inTime }).toPromise()
      if (error) throw toApiError(error)
      if (data === undefined) throw brokenAnswer()
      return data
    })

export const query = call('query')
export const mutate = call('mutation')

/** Resolves when the server or `signal` ends it; rejects like a query. */
export const subscribe = <Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onData: (data: Data) => void,
  signal: AbortSignal,
): Promise<void> =>
  withSession((token) => {
    const ended = new AbortController()
    return new Promise<void>((resolve, reject) => {
      const { unsubscribe } = pipe(
        client.subscription(document, variables, { fetchOptions: fetchOptionsWith(token) }),
        onEnd(resolve),
        subscribeTo(({ data, error }) => {
          if (error) reject(toApiError(error))
          else if (data !== undefined) onData(data)
        }),
      )
      const stop = () => {
        unsubscribe()
        resolve()
      }
      signal.addEventListener('abort', stop, { signal: ended.signal })
    }).finally(() => ended.abort())
  })

function toApiError(error: CombinedError): ApiError {
  const first = error.graphQLErrors[0]
  if (first) {
    const { code, fields, retryAfter } = first.extensions
    return new ApiError(codeOfExtension(code), first.message, {
      fields: toFields(fields),
      ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
      cause: error,
    })
  }
  // An answer that is no GraphQL: rejected before the schema ran, or by a proxy.
  const status: unknown = error.response?.status
  if (typeof status !== 'number') return offline(error)
  return new ApiError(codeOfStatus(status), brokenAnswer().message, { cause: error })
}
