import type { Connection } from './queued-quote.ts'
import type { Table } from './quote-store.ts'

const untried: Connection = { id: 'server', failures: 0, notBefore: 0 }

/** What this phone knows of the way to the server: how often in a row it was away, and when the clock may try again. */
export function createConnection(table: Table<Connection>, now: () => number) {
  const read = async () => (await table.get('server')) ?? untried
  return {
    mayTry: async () => (await read()).notBefore <= now(),
    /** The server was away once more. It is left alone for as long as it asked, and for longer after each failure. */
    async wasAway({ retryAfterSeconds }: { retryAfterSeconds: number | null }): Promise<void> {
      const failures = (await read()).failures + 1
      const wait = Math.max((retryAfterSeconds ?? 0) * 1_000, backOff(failures))
      await table.put({ id: 'server', failures, notBefore: now() + wait })
    },
    async hasAnswered(): Promise<void> {
      if (await table.get('server')) await table.remove('server')
    },
    /** When the clock tries again what may be sent at these times; null if there is none. */
    async nextTryAt(times: readonly number[]): Promise<number | null> {
      return times.length === 0 ? null : Math.max((await read()).notBefore, Math.min(...times))
    },
  }
}

const firstDelay = 5_000
const longestDelay = 5 * 60_000

/** Milliseconds to wait after that many failed tries: 5 s, 10 s, 20 s … 5 min, plus or minus a fifth. */
export function backOff(attempts: number, random = Math.random()): number {
  const delay = Math.min(longestDelay, firstDelay * 2 ** Math.max(0, attempts - 1))
  // Phones that lost one server together must not all come back in the same second.
  return Math.round(delay * (0.8 + 0.4 * random))
}
