import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import mongoose from 'mongoose'

type Db = mongoose.mongo.Db
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
