import { notifyManager, type Query, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import { mayPass } from '../api-error.ts'
import type { Copy, Kind } from './encrypted-store.ts'
import { ownDevice } from './own-device.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `keep`: on an own device the answer is kept, to be shown when the server cannot be reached. */
    queryMeta: { keep?: Exclude<Kind, 'change'> }
  }
}

/** An answer that takes longer is waited for with the copy on screen. */
const patienceMs = 700

/**
 * TanStack Query's `persister`, asked in place of each query function. The server comes first; when it cannot be reached
 * the copy is shown, marked with its age, until an answer comes.
 */
export async function keepOnOwnDevice<T, Key extends QueryKey>(
  queryFn: (context: QueryFunctionContext<Key>) => T | Promise<T>,
  context: QueryFunctionContext<Key>,
  query: Query,
): Promise<T> {
  const kind = query.meta?.keep
  if (!kind || !ownDevice.isChosen()) return queryFn(context)
  const answer = Promise.resolve(queryFn(context)).then((data) => {
    void ownDevice.keep(kind, query.queryKey, data)
    return data
  })
  if (query.state.data !== undefined) return answer
  const inTime = await Promise.race([
    answer.then(
      (data) => ({ data }),
      (error: unknown) => (mayPass(error) ? null : { error }),
    ),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs)),
  ])
  const copy = inTime ? undefined : await ownDevice.read(kind, query.queryKey)
  if (!copy) return answer
  // Later than this function's own result.
  notifyManager.schedule(() => showAge(query, copy, answer))
  return copy.value as T
}

/** The copy is as old as it is; the late answer replaces it, and a failed one is asked for again. */
function showAge(query: Query, { at }: Copy, answer: Promise<unknown>): void {
  query.setState({ dataUpdatedAt: at })
  const replace = (data: unknown) => void query.setData(data)
  // If that fails too, the query says so by itself.
  const askAgain = () => void query.fetch().catch(() => {})
  void answer.then(replace, askAgain)
}
