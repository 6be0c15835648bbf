import { mongo } from 'mongoose'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { somethingAnswers } from '../ports.ts'

const patience = 60_000

/** Waits until mongod listens; `isRunning` tells early that it never will. */
export async function waitForServer(port: number, isRunning: () => boolean): Promise<void> {
  const deadline = Date.now() + patience
  while (!(await somethingAnswers(port))) {
    if (!isRunning()) throw new Error('it exited')
    if (Date.now() > deadline) throw new Error('it did not listen within a minute')
    await sleep(50)
  }
}

/** Makes the node on this port the writable primary of a replica set of one, whatever port it had before. */
export async function makePrimary(port: number, folder: string): Promise<void> {
  const uri = `mongodb://127.0.0.1:${port}/?directConnection=true`
  const client = await new mongo.MongoClient(uri, { serverSelectionTimeoutMS: 20_000 }).connect()
  try {
    const admin = client.db('admin')
    await requireOurs(admin, folder)
    await initiate(admin, `127.0.0.1:${port}`)
    const deadline = Date.now() + patience
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
  const theirs = String(parsed?.storage?.dbPath ?? '').replace(/^Z:/, '') // as Wine calls it
  if (path.resolve(theirs) !== folder) throw new Error('another program took the port meanwhile; try again')
}

async function initiate(admin: mongo.Db, host: string): Promise<void> {
  try {
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } })
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
