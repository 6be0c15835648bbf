import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

type Loader<T> = { load: () => Promise<T>; log: Logger | null }

/**
 * Loads a value once, however many ask for it at the same time. After `ttl` milliseconds it is loaded again: up to twice
 * that age the old value is returned meanwhile, and also when loading fails, because the database is away.
 */
export function createCache<T>(max: number, ttl: number) {
  const loading = new Set<string>()
  const cache = new LRUCache<string, { value: T }, Loader<T>>({
    max,
    ttl,
    perf: Date,
    // Whoever waits gets the value even if the cache is cleared meanwhile; it is not stored then.
    ignoreFetchAbort: true,
    async fetchMethod(key, old, { context: { load, log } }) {
      loading.add(key)
      try {
        return { value: await load() }
      } catch (error) {
        if (old) log?.warn({ err: error }, 'an old page is shown, the database cannot be reached')
        throw error
      } finally {
        loading.delete(key)
      }
    },
  })
  return {
    async get(key: string, log: Logger | null, load: () => Promise<T>): Promise<T> {
      const allowStale = loading.has(key) || cache.getRemainingTTL(key) > -ttl
      const allowStaleOnFetchRejection = cache.peek(key, { allowStale: true }) !== undefined
      return (await cache.forceFetch(key, { allowStale, allowStaleOnFetchRejection, context: { load, log } })).value
    },
    clear: () => cache.clear(),
  }
}
