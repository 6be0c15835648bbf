import type { Table } from '../open-database.ts'

/** How long the clock lets something be. A person need not wait so long, nor a sign that the server is well again. */
export type Wait = {
  /** Milliseconds since 1970 before which no timer tries it. */
  notBefore: number
}

/** How the server was last found. One for all that wait, because they share the connection. */
export type Connection = Wait & {
  id: 'server'
  /** Tries in a row that no server answered. */
  failures: number
}

/** How a try ended in which no server answered, or which asks all clients to wait. */
export type Away = { kind: 'away'; retryAfterSeconds: number | null }

const untried: Connection = { id: 'server', failures: 0, notBefore: 0 }

/** What this phone knows of the way to the server: how often in a row it was away, and when the clock may try again. */
export function createConnection(table: Table<Connection>, now: () => number) {
  const read = async () => (await table.get('server')) ?? untried
  const endOf = ({ notBefore = 0 }: Partial<Wait>) => notBefore
  const isOver = (wait: Partial<Wait>) => endOf(wait) <= now()
  return {
    isOver,
    mayTry: async () => isOver(await read()),
    /** The server was away once more. It is left alone for as long as it asked, and for longer after each failure. */
    async wasAway({ retryAfterSeconds }: Away): Promise<void> {
      const failures = (await read()).failures + 1
      await table.put({ id: 'server', failures, ...nextTry(failures, now(), (retryAfterSeconds ?? 0) * 1_000) })
    },
    async hasAnswered(): Promise<void> {
      if (await table.get('server')) await table.remove('server')
    },
    /** When the clock tries again what waits so; null if nothing does. */
    async nextTryAt(waits: readonly ({ id: string } & Partial<Wait>)[]): Promise<number | null> {
      return waits.length === 0 ? null : Math.max(endOf(await read()), Math.min(...waits.map(endOf)))
    },
  }
}

const firstDelay = 5_000
/** With the spread, 15 seconds at most. */
const longestDelay = 12_500

/** `askedFor`: milliseconds for which the server wants to be left alone. */
export const nextTry = (attempts: number, now: number, askedFor = 0): Wait => ({
  notBefore: now + Math.max(askedFor, backOff(attempts, Math.random())),
})

/** Milliseconds to wait after that many failed tries: 5 s, 10 s, the longest, plus or minus a fifth. */
export function backOff(attempts: number, random: number): number {
  const delay = Math.min(longestDelay, firstDelay * 2 ** Math.max(0, attempts - 1))
  // Phones that lost one server together must not all come back in the same second.
  return Math.round(delay * (0.8 + 0.4 * random))
}
