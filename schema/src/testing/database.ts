import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { withDatabase } from '../config.ts'
import { createIndexes } from '../migrations/indexes.model.ts'
import { migrate } from '../migrations/migrate.model.ts'

/** A database of its own for each test file, on the real MongoDB of the run; emptied before each test. */
export function useDatabase() {
  beforeAll(async () => {
    const uri = process.env['MONGODB_URI']
    if (!uri) throw new Error('MONGODB_URI is not set: run the tests with npm test')
    await mongoose.connect(uri, { dbName: `test-${crypto.randomUUID()}`, serverSelectionTimeoutMS: 10_000 })
    await migrate(mongoose.connection.getClient().db(mongoose.connection.name))
    await createIndexes()
  })
  beforeEach(async () => {
    await Promise.all(Object.values(mongoose.models).map((model) => model.deleteMany({})))
  })
  afterAll(async () => {
    await mongoose.connection.dropDatabase()
    await mongoose.disconnect()
  })
}

/** What MongoDB's profiler recorded on these collections, like `/\.leads$/`, while the work was done. */
export async function profileOf(namespace: RegExp, work: () => Promise<unknown>): Promise<mongoose.mongo.Document[]> {
  const { db } = mongoose.connection
  if (!db) throw new Error('not connected')
  await db.command({ profile: 2 })
  try {
    await work()
  } finally {
    await db.command({ profile: 0 })
  }
  const entries = await db.collection('system.profile').find({ ns: namespace }).toArray()
  await db.collection('system.profile').drop()
  return entries
}

/** The address of the test file's database, for a process of its own. */
export const databaseUri = (name = mongoose.connection.name) => withDatabase(process.env['MONGODB_URI'] ?? '', name)

export function redisUrl(): string {
  const url = process.env['REDIS_URL']
  if (!url) throw new Error('REDIS_URL is not set: run the tests with npm test')
  return url
}

/** A prefix of its own, so that queues of tests running side by side never meet. */
export const redisPrefix = () => `test-${crypto.randomUUID()}`
