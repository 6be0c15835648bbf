import type { Logger } from 'pino'

/** Milliseconds. Older than `fresh` a value is loaded anew; up to `stale` the old one is given out meanwhile. */
export type CacheOptions = { fresh: number; stale: number; most: number }

type Entry<T> = { value: Promise<T>; loadedAt: number; loading: boolean }

/**
 * Remembers what was read, asks once however many want it at the same time, and rather gives out an old value than none
 * while the database is away.
 */
export function createCache<T>({ fresh, stale, most }: CacheOptions) {
  const entries = new Map<string, Entry<T>>()

  const remember = (key: string, entry: Entry<T>) => {
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > most && oldest !== undefined) entries.delete(oldest)
  }

  const first = (key: string, load: () => Promise<T>): Promise<T> => {
    const entry: Entry<T> = { value: load(), loadedAt: Date.now(), loading: false }
    remember(key, entry)
    entry.value.catch(() => {
      // Whoever asked is told; the next one asks anew.
      if (entries.get(key) === entry) entries.delete(key)
    })
    return entry.value
  }

  const again = async (key: string, entry: Entry<T>, log: Logger | null, load: () => Promise<T>): Promise<T> => {
    entry.loading = true
    try {
      const value = await load()
      if (entries.get(key) === entry)
        remember(key, { value: Promise.resolve(value), loadedAt: Date.now(), loading: false })
      return value
    } catch (error) {
      log?.warn({ err: error }, 'an old page is shown, the database cannot be reached')
      return entry.value
    } finally {
      entry.loading = false
    }
  }

  return {
    get(key: string, log: Logger | null, load: () => Promise<T>): Promise<T> {
      const entry = entries.get(key)
      if (entry === undefined) return first(key, load)
      const age = Date.now() - entry.loadedAt
      if (age < fresh || entry.loading) return entry.value
      const value = again(key, entry, log, load)
      return age < stale ? entry.value : value
    },
    clear: () => entries.clear(),
  }
}
