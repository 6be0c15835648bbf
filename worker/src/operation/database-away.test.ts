import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { cuttable, targetOf } from '@kerbside/schema/testing/cuttable'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { retryWhileDatabaseAway } from '../deliveries/claim.ts'

async function errorWithoutServer(): Promise<unknown> {
  const connection = mongoose.createConnection('mongodb://127.0.0.1:1/x', { serverSelectionTimeoutMS: 100 })
  return connection.asPromise().catch((error: unknown) => error)
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
  const way = await cuttable(targetOf(process.env['MONGODB_URI'] ?? ''))
  // Long enough for a busy machine to connect, and waited for twice.
  const options = { serverSelectionTimeoutMS: 2_000, directConnection: true }
  const client = await new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${way.port}/x`, options).connect()
  const write = () =>
    client
      .db()
      .collection('x')
      .bulkWrite([{ deleteOne: { filter: {} } }])
  await write()
  await way.cut()
  await write().catch(() => {}) // finds that the connection is gone; the next one finds no server
  const unreached = await write().catch((error: unknown) => error)
  expect(unreached).toBeInstanceOf(mongoose.mongo.MongoBulkWriteError)
  expect(isDatabaseAway(unreached)).toBe(true)
  await client.close()
  const writeErrors = { message: 'E11000 duplicate key', code: 11000, writeErrors: [{} as mongoose.mongo.WriteError] }
  const rejected = new mongoose.mongo.MongoBulkWriteError(writeErrors, {} as mongoose.mongo.BulkWriteResult)
  expect(isDatabaseAway(rejected)).toBe(false)
})

test.for(['one', 'bulk'] as const)(
  'a connection that ends while a command is written to it means that MongoDB is away: %s',
  async (kind) => {
    const way = await cuttable(targetOf(process.env['MONGODB_URI'] ?? ''))
    const options = { serverSelectionTimeoutMS: 2_000, directConnection: true }
    const client = await new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${way.port}/x`, options).connect()
    const collection = client.db().collection('x')
    // More than the sockets on the way take at once.
    const filter = { text: 'x'.repeat(15_000_000) }
    const write = () =>
      kind === 'one' ? collection.deleteOne(filter) : collection.bulkWrite([{ deleteOne: { filter } }])
    await write()
    const ended = write().catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 1))
    await way.cut()
    // As the socket has it: the driver gives it no name of its own.
    expect(await ended).toMatchObject({ code: expect.toBeOneOf(['ECONNRESET', 'EPIPE']) as string })
    expect(isDatabaseAway(await ended)).toBe(true)
    await client.close()
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
