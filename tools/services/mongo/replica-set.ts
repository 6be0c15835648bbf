import { mongo } from 'mongoose'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const timeoutMs = 60_000

export type Primary = {
  port: number
  folder: string
  /** Ends the waiting. */
  exited: Promise<unknown>
  /** Whether a majority write is in the journal before it is acknowledged. */
  isDurable: boolean
}

/**
 * Waits for the server on this port and makes it the writable primary of a replica set of one, whatever port it had
 * before.
 */
export async function makePrimary({ port, folder, exited, isDurable }: Primary): Promise<void> {
  const uri = `mongodb://127.0.0.1:${port}/?directConnection=true`
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: timeoutMs, minHeartbeatFrequencyMS: 50 })
  const ended = exited.then(() => Promise.reject(new Error('it exited')))
  try {
    await Promise.race([client.connect(), ended])
    const admin = client.db('admin')
    await requireOurs(admin, folder)
    await initiate(admin, `127.0.0.1:${port}`, isDurable)
    const deadline = Date.now() + timeoutMs
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
      if (Date.now() > deadline) throw new Error('it did not become primary within a minute')
      await sleep(50)
    }
  } finally {
    await client.close()
  }
}

/** Two starts at the same moment may have chosen one port: what answers there must be the server we started. */
async function requireOurs(admin: mongo.Db, folder: string): Promise<void> {
  const { parsed } = await admin.command({ getCmdLineOpts: 1 })
  const theirs = String(parsed?.storage?.dbPath ?? '')
  // The path may be spelled with a drive letter before it.
  if (path.resolve(theirs.replace(/^[A-Z]:/, '')) !== folder) {
    throw new Error('another program took the port meanwhile; try again')
  }
}

async function initiate(admin: mongo.Db, host: string, isDurable: boolean): Promise<void> {
  const members = [{ _id: 0, host }]
  try {
    await admin.command({
      replSetInitiate: { _id: 'rs0', members, writeConcernMajorityJournalDefault: isDurable },
    })
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.codeName !== 'AlreadyInitialized') throw error
    await adoptPort(admin, host)
  }
}

/** The set remembers the port of its first start. Forced, because a set that cannot find itself has no primary to ask. */
async function adoptPort(admin: mongo.Db, host: string): Promise<void> {
  const { config } = await admin.command({ replSetGetConfig: 1 })
  if (config.members.length === 1 && config.members[0].host === host) return
  const members = [{ ...config.members[0], host }]
  await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true })
}
