import { openDB, type DBSchema } from 'idb'
import { v7 as uuidv7 } from 'uuid'
import type { OneAtATime } from '@kerbside/schema/operation/one-at-a-time'
import { reopening } from './open-database.ts'

/** Who may send, until then (milliseconds since 1970). */
type Lease = { owner: string; until: number }

interface LeaseDatabase extends DBSchema {
  leases: { key: string; value: Lease }
}

/** Milliseconds after which the lease of a tab that was closed or put to sleep counts no more. */
const leaseMs = 15_000
const renewEveryMs = 5_000
const askAgainMs = 500

/**
 * What stands in for Web Locks: one row in IndexedDB, which a tab holds and renews while it works. A tab that sleeps longer
 * than its lease may find another one at work when it wakes; both then send under the same ids, which the server knows.
 * `inTurn`: puts the work of one tab in order.
 */
export function leased(name: string, inTurn: OneAtATime, now = () => Date.now()): OneAtATime {
  const owner = uuidv7()
  const use = reopening<LeaseDatabase>((callbacks) =>
    openDB<LeaseDatabase>(`${name}-lease`, 1, { ...callbacks, upgrade: (db) => void db.createObjectStore('leases') }),
  )
  const take = () =>
    use(async (database) => {
      const { store, done } = database.transaction('leases', 'readwrite')
      const held = await store.get(name)
      // One that ends later than any lease can is of a clock that was set back since.
      const isFree = !held || held.owner === owner || held.until <= now() || held.until > now() + leaseMs
      if (isFree) await store.put({ owner, until: now() + leaseMs }, name)
      await done
      return isFree
    })
  const release = () =>
    use(async (database) => {
      const { store, done } = database.transaction('leases', 'readwrite')
      if ((await store.get(name))?.owner === owner) await store.delete(name)
      await done
    })
  return (work) =>
    inTurn(async () => {
      // Where nothing can be stored other tabs cannot hold a lease either.
      while (!(await take().catch(() => true))) await new Promise((resolve) => setTimeout(resolve, askAgainMs))
      // A renewal that fails lets the lease run out: then another tab may send beside this one, and the server tells copies.
      const renewing = setInterval(() => void take().catch(() => {}), renewEveryMs)
      try {
        return await work()
      } finally {
        clearInterval(renewing)
        await release().catch(() => {}) // it ends by itself
      }
    })
}
