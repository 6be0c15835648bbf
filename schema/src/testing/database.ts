import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { withDatabase } from '../config.ts'
import { createIndexes } from '../migrations/indexes.model.ts'
import { migrate } from '../migrations/migrate.model.ts'

/**
 * The database of this test process on the real MongoDB of the run: made with its migrations and indexes once, disconnected
 * between files. Each file finds it as if new, each test with the collections of all models empty, but for what `fixtures`
 * stored once for the file.
 */
export function useDatabase(fixtures?: () => Promise<unknown>) {
  let stored: [collection: string, documents: mongoose.mongo.BSON.Document[]][] = []
  beforeAll(async () => {
    await connect()
    if (state.isChanged) await prepare()
    else await empty(() => true)
    // The processes of former files are gone.
    state.isShared = false
    await fixtures?.()
    stored = await Promise.all([...written].map(async (name) => [name, await collection(name).find().toArray()]))
    written.clear()
  })
  beforeEach(async () => {
    const ofModels = new Set(modelCollections())
    const emptied = await empty((name) => ofModels.has(name))
    const missing = stored.filter(([name, documents]) => emptied.has(name) && documents.length > 0)
    await Promise.all(
      missing.map(async ([name, documents]) => collection(name).insertMany(documents, { comment: byUs })),
    )
  })
  afterAll(async () => {
    // The next file is to find none of it.
    for (const [name] of stored) written.add(name)
    await mongoose.disconnect()
  })
}

const collection = (name: string) => mongoose.connection.collection(name)
const modelCollections = () => Object.values(mongoose.models).map((model) => model.collection.name)

const state = {
  name: `test-${crypto.randomUUID()}`,
  /** Whether the next file needs the database made anew: there is none, or a file changed more than documents. */
  isChanged: true,
  /** Whether another process may write to it, of which nothing is heard here. */
  isShared: false,
}
/** Collections that were written to since they were last emptied. */
const written = new Set<string>()
const writes = new Set(['insert', 'update', 'delete', 'findAndModify'])
const changes = new Set(['drop', 'dropDatabase', 'dropIndexes', 'collMod', 'renameCollection'])
const byUs = 'emptied for the next test'

async function connect(): Promise<void> {
  const uri = process.env['MONGODB_URI']
  if (!uri) throw new Error('MONGODB_URI is not set: run the tests with npm test')
  const options = { dbName: state.name, serverSelectionTimeoutMS: 10_000, autoCreate: false, monitorCommands: true }
  await mongoose.connect(uri, options)
  mongoose.connection.getClient().on('commandStarted', ({ databaseName, commandName, command }) => {
    if (databaseName !== state.name || command['comment'] === byUs) return
    const name = String(command[commandName])
    if (writes.has(commandName)) written.add(name)
    if ((changes.has(commandName) && name !== 'system.profile') || name === 'migrations') state.isChanged = true
  })
}

async function prepare(): Promise<void> {
  await mongoose.connection.dropDatabase()
  await migrate(mongoose.connection.getClient().db(state.name))
  await createIndexes()
  written.clear()
  state.isChanged = false
}

/** Empties what was written to. Gives the names of these collections. */
async function empty(isWanted: (name: string) => boolean): Promise<Set<string>> {
  const names = new Set((state.isShared ? await collections() : [...written]).filter(isWanted))
  for (const name of names) written.delete(name)
  await Promise.all([...names].map(async (name) => collection(name).deleteMany({}, { comment: byUs })))
  return names
}

/** All that hold something else than what the database was made with. */
async function collections(): Promise<string[]> {
  const names = (await mongoose.connection.listCollections()).map(({ name }) => name)
  return names.filter((name) => !['migrations', 'locks'].includes(name) && !name.startsWith('system.'))
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

/** The address of the test's database, for a process of its own. */
export function databaseUri(name = mongoose.connection.name): string {
  if (name === state.name) state.isShared = true
  return withDatabase(process.env['MONGODB_URI'] ?? '', name)
}

export function redisUrl(): string {
  const url = process.env['REDIS_URL']
  if (!url) throw new Error('REDIS_URL is not set: run the tests with npm test')
  return url
}

/** A prefix of its own, so that queues of tests running side by side never meet. */
export const newRedisPrefix = () => `test-${crypto.randomUUID()}`
