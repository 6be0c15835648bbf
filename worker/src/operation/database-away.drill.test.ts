import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { cuttable, targetOf } from '@kerbside/schema/testing/cuttable'
import mongoose from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { retryWhileDatabaseAway } from '../deliveries/claim.ts'

async function errorWithoutServer(): Promise<unknown> {
  const connection = mongoose.createConnection('mongodb://127.0.0.1:1/x', { serverSelectionTimeoutMS: 100 })
  return connection.asPromise().catch((error: unknown) => error)
}

/** A collection whose way to MongoDB can be cut. */
async function cuttableCollection() {
  const { port, cut } = await cuttable(targetOf(process.env['MONGODB_URI'] ?? ''))
  // Long enough for a busy machine to connect, and waited for twice.
  const options = { serverSelectionTimeoutMS: 2_000, directConnection: true }
  const client = await new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/x`, options).connect()
  onTestFinished(() => client.close())
  return { collection: client.db().collection('x'), cut }
}

test('an unreachable MongoDB is told apart from faults of our own', async () => {
  expect(isDatabaseAway(await errorWithoutServer())).toBe(true)
  expect(isDatabaseAway(new mongoose.mongo.MongoNetworkError('connection 3 closed'))).toBe(true)
  expect(isDatabaseAway(new mongoose.Error('Operation `leads.findOne()` buffering timed out after 10000ms'))).toBe(true)
  expect(isDatabaseAway(new TypeError('x is undefined'))).toBe(false)
  expect(isDatabaseAway(new mongoose.mongo.MongoServerError({ message: 'E11000 duplicate key', code: 11000 }))).toBe(
    false,
  )
  expect(isDatabaseAway('nonsense')).toBe(false)
})

test('a bulk write that reached no server is told apart from one that the server rejected', async () => {
  const { collection, cut } = await cuttableCollection()
  const write = () => collection.bulkWrite([{ deleteOne: { filter: {} } }])
  await write()
  await cut()
  await write().catch(() => {}) // finds that the connection is gone; the next one finds no server
  const unreached = await write().catch((error: unknown) => error)
  expect(unreached).toBeInstanceOf(mongoose.mongo.MongoBulkWriteError)
  expect(isDatabaseAway(unreached)).toBe(true)
  const writeErrors = { message: 'E11000 duplicate key', code: 11000, writeErrors: [{} as mongoose.mongo.WriteError] }
  const rejected = new mongoose.mongo.MongoBulkWriteError(writeErrors, {} as mongoose.mongo.BulkWriteResult)
  expect(isDatabaseAway(rejected)).toBe(false)
})

test.for(['one', 'bulk'] as const)(
  'a connection that ends while a command is written to it means that MongoDB is away: %s',
  async (kind) => {
    const { collection, cut } = await cuttableCollection()
    // More than the sockets on the way take at once.
    const filter = { text: 'x'.repeat(15_000_000) }
    const write = () =>
      kind === 'one' ? collection.deleteOne(filter) : collection.bulkWrite([{ deleteOne: { filter } }])
    await write()
    const ended = write().catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 1))
    await cut()
    // The error of the socket: the driver gives it no class of its own.
    expect(await ended).toMatchObject({ code: expect.toBeOneOf(['ECONNRESET', 'EPIPE']) as string })
    expect(isDatabaseAway(await ended)).toBe(true)
  },
)

test('a write is repeated while MongoDB is away, and no longer than it helps', async () => {
  const away = await errorWithoutServer()
  let tries = 0
  const third = () => (++tries < 3 ? Promise.reject(away) : Promise.resolve('written'))
  expect(await retryWhileDatabaseAway(third, new Date(Date.now() + 5_000))).toBe('written')
  expect(tries).toBe(3)
  await expect(retryWhileDatabaseAway(() => Promise.reject(away), new Date(Date.now() + 50))).rejects.toBe(away)
})

test('a write that is wrong is not repeated', async () => {
  let tries = 0
  const wrong = () => Promise.reject(new TypeError(`try ${(tries += 1)}`))
  await expect(retryWhileDatabaseAway(wrong, new Date(Date.now() + 5_000))).rejects.toThrow('try 1')
})
