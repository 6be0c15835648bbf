import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type mongoose from 'mongoose'
import { foldSearchTexts } from './fold-search-texts.model.ts'

type Db = mongoose.mongo.Db

/**
 * One change of stored data. `up` gets the plain database, because models change later and a migration must not. It has to
 * be safe to run again after a crash, and to run while the former release still writes.
 */
export type Migration = { name: string; up: (db: Db) => Promise<unknown> }

/** In the order in which they run. New ones are added at the end; a name that was released stays. */
export const migrations: readonly Migration[] = [{ name: '1-folded-search-texts', up: foldSearchTexts }]

/** The lock under which one process at a time changes the database as a whole. */
export const databaseLock = 'database'

/** Names of the migrations that have not run on this database. Those of a newer release do not matter. */
export async function pendingMigrations(db: Db, list: readonly Migration[] = migrations): Promise<string[]> {
  const records = await db.collection('migrations').find().toArray()
  const done = new Set(records.map(({ migrationName }) => migrationName as string))
  return list.map(({ name }) => name).filter((name) => !done.has(name))
}

/**
 * Runs the pending migrations in the order of the list, each once: of several processes one does the work and the others
 * wait. After a crash the next process starts again with the migration that was not finished.
 */
export async function migrate(db: Db, list: readonly Migration[] = migrations, leaseMs?: number): Promise<string[]> {
  if ((await pendingMigrations(db, list)).length === 0) return []
  // Loaded only when needed, which a running server does not.
  const { MongoDBStorage, Umzug } = await import('umzug')
  const storage = new MongoDBStorage({ collection: db.collection('migrations') })
  const steps = list.map(({ name, up }) => ({ name, up: () => up(db) }))
  const umzug = new Umzug({ migrations: steps, storage, logger: undefined })
  const ran = await withLock(db, databaseLock, () => umzug.up(), leaseMs)
  return ran.map(({ name }) => name)
}

type LockRecord = { _id: string; owner: string; until: Date }

/** Milliseconds after which the lock of a killed process expires. */
const defaultLeaseMs = 20_000
const pollMs = 200

/**
 * Runs `work` while no other process runs work of this name; the others wait. The lock of a process that died expires by
 * the clock of the database, so `work` must be safe to start again.
 */
export async function withLock<T>(db: Db, name: string, work: () => Promise<T>, leaseMs = defaultLeaseMs): Promise<T> {
  const locks = db.collection<LockRecord>('locks')
  const owner = randomUUID()
  const lease = [{ $set: { owner, until: { $add: ['$$NOW', leaseMs] } } }]
  await locks.updateOne({ _id: name }, { $setOnInsert: { owner: '', until: new Date(0) } }, { upsert: true })
  while ((await locks.updateOne({ _id: name, $expr: { $lt: ['$until', '$$NOW'] } }, lease)).modifiedCount === 0) {
    await sleep(pollMs)
  }
  const renewing = setInterval(() => {
    locks.updateOne({ _id: name, owner }, lease).catch(() => {
      // The next renewal may come through; otherwise the work fails on the same missing database.
    })
  }, leaseMs / 4)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await locks.updateOne({ _id: name, owner }, { $set: { until: new Date(0) } })
  }
}
