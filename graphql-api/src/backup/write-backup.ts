import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type mongoose from 'mongoose'
import {
  BackupError,
  formatVersion,
  manifestFile,
  writeDocuments,
  writtenManifest,
  type BackedUpCollection,
  type Manifest,
} from './backup-files.ts'
import { writeErasures } from './erasure-list.ts'

type Client = mongoose.mongo.MongoClient
type Session = mongoose.mongo.ClientSession

/**
 * Left out: sessions, so that nobody who was signed out is signed in again by a restore, and the devices that are notified
 * as long as they last; files of leads, which are deleted
 * within the hour; and what only running processes need.
 */
const leftOut = (name: string) =>
  ['sessions', 'pushdevices', 'locks', 'leadexports', 'leadimports'].includes(name) ||
  /^(system|restoring|exports|imports)\./.test(name)

/**
 * Writes every collection as it was at one moment, GridFS included, a few documents at a time. The folder appears when
 * all of it is written. Beside it stands the list of what was erased, which outlives the single backup.
 */
export async function writeBackup(client: Client, database: string, folder: string): Promise<Manifest> {
  const db = client.db(database)
  const unfinished = `${folder}.part`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const found = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()
  const names = found.map(({ name }) => name).filter((name) => !leftOut(name))
  const at = new Date()
  const session = client.startSession({ snapshot: true })
  try {
    const collections: BackedUpCollection[] = []
    for (const name of names.sort()) collections.push(await writeCollection(db.collection(name), session, unfinished))
    const manifest: Manifest = { format: 'kerbside-backup', version: formatVersion, at, collections }
    await writeFile(path.join(unfinished, manifestFile), writtenManifest(manifest), { flush: true })
    await rename(unfinished, folder)
    await writeErasures(db, path.dirname(folder))
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw isSnapshotGone(error) ? new BackupError(snapshotAdvice) : error
  } finally {
    await session.endSession()
  }
}

async function writeCollection(collection: mongoose.mongo.Collection, session: Session, folder: string) {
  const name = collection.collectionName
  const file = `${name}.bson.gz`
  let documents = 0
  const all = async function* () {
    for await (const document of collection.find({}, { session, raw: true })) {
      documents++
      yield document as unknown as Uint8Array
    }
  }
  const written = await writeDocuments(path.join(folder, file), all())
  const indexes = (await collection.indexes()).filter((index) => index.name !== '_id_')
  return { name, file, documents, ...written, indexes: indexes as BackedUpCollection['indexes'] }
}

const isSnapshotGone = (error: unknown) => (error as { codeName?: string }).codeName === 'SnapshotTooOld'
const snapshotAdvice =
  'The database changes faster than the backup reads it. Let MongoDB keep its history for longer, for example an hour: ' +
  'db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 })'
