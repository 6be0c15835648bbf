import { setTimeout as sleep } from 'node:timers/promises'
import mongoose from 'mongoose'
import { migrate, type Migration } from '../migrations/migrate.model.ts'

// A process of its own for tests of migrations: node --import tsx migrate-process.ts [crash]. It runs two, and with
// "crash" dies in the middle of the second.
const [, , crash] = process.argv

/** Reads, rests and writes, as a migration does that two processes at once would spoil. */
const step = (name: string): Migration => ({
  name,
  async up(db) {
    const runs = db.collection<{ _id: string; count: number }>('runs')
    const count = (await runs.findOne({ _id: name }))?.count ?? 0
    await db.collection('begun').insertOne({ name })
    await sleep(300)
    if (crash && name === 'second') process.kill(process.pid, 'SIGKILL')
    await runs.updateOne({ _id: name }, { $set: { count: count + 1 } }, { upsert: true })
  },
})

const client = new mongoose.mongo.MongoClient(process.env['MONGODB_URI'] ?? '')
const ran = await migrate(client.db(), [step('first'), step('second')], 2_000)
console.log(JSON.stringify(ran))
await client.close()
