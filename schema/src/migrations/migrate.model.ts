import type mongoose from 'mongoose'
import { withLock } from './lock.model.ts'
import { markPendingDecisions } from './mark-pending-decisions.model.ts'

type Db = mongoose.mongo.Db

/**
 * One change of what is stored already. `up` gets the bare database, because models change later and a migration must
 * not; it bears being run again after a crash in its middle, and being run while the former release still writes.
 */
export type Migration = { name: string; up: (db: Db) => Promise<unknown> }

/** In the order in which they run. New ones are added at the end; a name that was released stays. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-sessions-by-credentials',
    async up(db) {
      const without = { credentialsVersion: { $exists: false } }
      await db.collection('users').updateMany(without, { $set: { credentialsVersion: 0 } })
      // Their refresh tokens are of a kind that is not read any more.
      await db.collection('sessions').deleteMany({ seed: { $exists: false } })
    },
  },
  { name: '2026-11-21-pending-decisions', up: markPendingDecisions },
]

/** Under which one process at a time changes the database as a whole. */
export const databaseLock = 'database'

/** Names of the migrations that this database has not been through. What a newer release ran is no hindrance. */
export async function pendingMigrations(db: Db, list: readonly Migration[] = migrations): Promise<string[]> {
  const records = await db.collection('migrations').find().toArray()
  const done = new Set(records.map(({ migrationName }) => migrationName as string))
  return list.map(({ name }) => name).filter((name) => !done.has(name))
}

/**
 * Runs what is pending, in the order of the list, each migration once: of several processes one does the work and the
 * others wait for it. After a crash the next process begins again with the migration that did not come to its end.
 */
export async function migrate(db: Db, list: readonly Migration[] = migrations, leaseMs?: number): Promise<string[]> {
  if ((await pendingMigrations(db, list)).length === 0) return []
  // Loaded when there is something to do: a running server needs none of it.
  const { MongoDBStorage, Umzug } = await import('umzug')
  const storage = new MongoDBStorage({ collection: db.collection('migrations') })
  const steps = list.map(({ name, up }) => ({ name, up: () => up(db) }))
  const umzug = new Umzug({ migrations: steps, storage, logger: undefined })
  const ran = await withLock(db, databaseLock, () => umzug.up(), leaseMs)
  return ran.map(({ name }) => name)
}
