import mongoose from 'mongoose'
import { createIndexes, hasIndexes } from './indexes.model.ts'
import { migrate, migrations, pendingMigrations } from './migrate.model.ts'

type Log = { info: (details: { migrations: string[] }, message: string) => void }

/**
 * Brings the database to what this code expects: migrations first, then the indexes, which may depend on them. Migrations
 * have a connection of their own, because they may take longer than the timeouts of requests allow.
 */
export async function prepareDatabase(uri: string, log: Log): Promise<void> {
  const client = new mongoose.mongo.MongoClient(uri, {
    serverSelectionTimeoutMS: 5_000,
    appName: 'kerbside-migrations',
  })
  try {
    const ran = await migrate(client.db())
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated')
  } finally {
    await client.close()
  }
  await createIndexes()
}

/** Milliseconds for which a positive answer is cached. */
const rememberMs = 60_000
const preparedAt = new WeakMap<object, number>()

/** Whether MongoDB answers and holds what this code expects. */
export async function isDatabaseReady(list = migrations): Promise<boolean> {
  try {
    const { readyState, db } = mongoose.connection
    if (readyState !== mongoose.ConnectionStates.connected || !db) return false
    await db.admin().ping()
    if (Date.now() - (preparedAt.get(db) ?? Number.NEGATIVE_INFINITY) < rememberMs) return true
    if ((await pendingMigrations(db, list)).length > 0 || !(await hasIndexes())) return false
    preparedAt.set(db, Date.now())
    return true
  } catch {
    return false // MongoDB is away
  }
}
