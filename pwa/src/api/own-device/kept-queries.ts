import {
  notifyManager,
  partialMatchKey,
  type Query,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core'
import { openTables } from '../../offline/open-database.ts'
import { keptDatabase, ownDevice } from './own-device.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `keep`: on an own device the answer is kept, to be shown when the server cannot be reached. */
    queryMeta: { keep?: true }
  }
}

const weekMs = 7 * 24 * 3_600_000

const { answers } = openTables<{ answers: { id: string; text: string } }>(keptDatabase, ['answers'])
// A browser that stores nothing, or has no room, keeps nothing: the answer itself is shown.
const persister = experimental_createQueryPersister({
  storage: {
    getItem: async (id) => (ownDevice.isChosen() ? (await answers.get(id))?.text : null),
    async setItem(id, text) {
      // An answer that comes after the end of the session is not kept.
      if (ownDevice.isChosen()) await answers.put({ id, text }).catch(() => {})
    },
    removeItem: (id) => answers.remove(id).catch(() => {}),
    async entries() {
      const all = ownDevice.isChosen() ? await answers.all().catch(() => []) : []
      return all.map(({ id, text }): [string, string] => [id, text])
    },
  },
  maxAge: weekMs,
  prefix: 'kept',
  filters: { predicate: ({ meta }) => meta?.keep === true },
  // Below, where its failure is caught.
  refetchOnRestore: false,
})

/** Deletes answers that are a week old. */
export const forgetOldAnswers = persister.persisterGc

/**
 * TanStack Query's `persister`, asked in place of each query function: a query without data shows its kept answer, with
 * its age, while the server is asked for a new one.
 */
export async function keepOnOwnDevice<T, Key extends QueryKey>(
  queryFn: (context: QueryFunctionContext<Key>) => T | Promise<T>,
  context: QueryFunctionContext<Key>,
  query: Query,
): Promise<T> {
  let isAsked = false
  const ask = (given: QueryFunctionContext<Key>) => {
    isAsked = true
    return queryFn(given)
  }
  const data = await persister.persisterFn(ask, context, query)
  // Once the copy is in place. If that fails, the query says so by itself.
  if (!isAsked) notifyManager.schedule(() => void query.fetch().catch(() => {}))
  return data
}

/** The kept answers of queries whose keys begin so. */
export async function keptAnswers(queryKey: QueryKey): Promise<unknown[]> {
  await forgetOldAnswers()
  const all = ownDevice.isChosen() ? await answers.all().catch(() => []) : []
  const kept = all.map(({ text }) => JSON.parse(text) as PersistedQuery)
  return kept.filter((each) => partialMatchKey(each.queryKey, queryKey)).map(({ state }) => state.data)
}
