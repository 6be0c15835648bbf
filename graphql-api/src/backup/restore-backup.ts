import path from 'node:path'
import { erasable, erasureKey, type Erasure, type ErasureKind } from '@kerbside/schema/erasures/erasure.model'
import { contactsOf } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { eraseSearches, searchesIn } from '@kerbside/schema/manage/erase-searches.model'
import type { SubmissionRecord } from '@kerbside/schema/submission/submission.model'
import { databaseLock, withLock } from '@kerbside/schema/migrations/migrate.model'
import mongoose from 'mongoose'
import {
  BackupError,
  readDocuments,
  readManifest,
  sha256Of,
  type BackedUpCollection,
  type Manifest,
} from './backup-files.ts'
import { byKey, erasureFile, erasuresIn, readErasures } from './erasure-list.ts'

type Db = mongoose.mongo.Db
type Document = mongoose.mongo.Document

export type RestoreOptions = {
  /** Replace what is in the database; without it only an empty one is restored into. */
  replace?: boolean
  /** A list of erasures beside those that are found by themselves. */
  erasures?: string | undefined
}

export type Restored = {
  manifest: Manifest
  /** Documents that stayed out because they were erased since. */
  keptErased: number
  /** When the youngest erasure that is known was made. */
  erasuresUntil: Date | null
}

/**
 * Checks every file before it writes anything, fills collections under other names, and gives them their own names when
 * all are complete: what was there before stays until then. What is known to be erased is not written at all.
 */
export async function restoreBackup(db: Db, folder: string, options: RestoreOptions = {}): Promise<Restored> {
  const manifest = await readManifest(folder)
  await verifyFiles(folder, manifest)
  if (!options.replace) await requireEmpty(db)
  const erased = byKey(await knownErasures(db, folder, manifest, options))
  return withLock(db, databaseLock, async () => {
    await dropUnfinished(db)
    let keptErased = 0
    for (const each of manifest.collections) keptErased += await fill(db, folder, each, erased)
    await eraseTracesOf(db, folder, manifest, erased)
    await skipLeadIds(db)
    await takeNames(db, manifest, erased)
    const times = [...erased.values()].map(({ at }) => at.getTime())
    return { manifest, keptErased, erasuresUntil: times.length > 0 ? new Date(Math.max(...times)) : null }
  })
}

async function verifyFiles(folder: string, { collections }: Manifest): Promise<void> {
  for (const { file, sha256 } of collections) {
    const found = await sha256Of(path.join(folder, file)).catch(() => 'unreadable')
    if (found === sha256) continue
    throw new BackupError(`${path.join(folder, file)} is missing or damaged. Nothing was restored; use another backup.`)
  }
}

/** What every database of Kerbside has after its first start. */
const alwaysThere = ['migrations', 'locks']

async function requireEmpty(db: Db): Promise<void> {
  const used: string[] = []
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (alwaysThere.includes(name) || name.startsWith('restoring.')) continue
    const documents = await db.collection(name).countDocuments({}, { limit: 1 })
    if (documents > 0) used.push(name)
  }
  if (used.length === 0) return
  throw new BackupError(
    `The database ${db.databaseName} is not empty (${used.sort().join(', ')}). Restore into an empty one, or add --replace to lose what it holds.`,
  )
}

/** From the backup, from the list beside it, from the database itself and from the file that was named. */
async function knownErasures(db: Db, folder: string, manifest: Manifest, options: RestoreOptions): Promise<Erasure[]> {
  const own: Erasure[] = []
  const backedUp = manifest.collections.find(({ name }) => name === 'erasures')
  if (backedUp) {
    for await (const bytes of readDocuments(path.join(folder, backedUp.file))) {
      own.push(mongoose.mongo.BSON.deserialize(bytes) as Erasure)
    }
  }
  const beside = await readErasures(path.join(path.dirname(folder), erasureFile), { isOptional: true })
  const named = options.erasures ? await readErasures(options.erasures) : []
  return [...own, ...beside, ...(await erasuresIn(db)), ...named]
}

const unfinished = (name: string) => `restoring.${name}`

async function dropUnfinished(db: Db): Promise<void> {
  for (const { name } of await db.listCollections({ name: /^restoring\./ }, { nameOnly: true }).toArray()) {
    await db.dropCollection(name)
  }
}

const batchBytes = 4_000_000

/** Gives the number of documents that stayed out. */
async function fill(db: Db, folder: string, source: BackedUpCollection, erased: ReadonlyMap<string, Erasure>) {
  const isErased = erasureTest(source.name, erased)
  const target = await db.createCollection(unfinished(source.name))
  let batch: Document[] = []
  let [size, read, keptOut] = [0, 0, 0]
  const flush = async () => {
    if (batch.length > 0) await target.insertMany(batch, { ordered: false })
    batch = []
    size = 0
  }
  for await (const bytes of readDocuments(path.join(folder, source.file))) {
    read++
    const document = mongoose.mongo.BSON.deserialize(bytes, exactly)
    if (isErased(document)) {
      keptOut++
      continue
    }
    batch.push(document)
    size += bytes.length
    if (size >= batchBytes || batch.length >= 1_000) await flush()
  }
  await flush()
  if (read !== source.documents)
    throw new BackupError(`${source.file} holds ${read} documents, not ${source.documents}.`)
  const indexes = source.indexes.map(({ v: _, ns: __, ...index }) => index as mongoose.mongo.IndexDescription)
  if (indexes.length > 0) await target.createIndexes(indexes)
  return keptOut
}

/**
 * Erases what else the backup says of homeowners who were erased since: staff's saved searches. Their submissions are
 * remembered, so that no repeat brings the lead back. The list of erasures does not say who they are.
 */
async function eraseTracesOf(db: Db, folder: string, manifest: Manifest, erased: ReadonlyMap<string, Erasure>) {
  const leads = manifest.collections.find(({ name }) => name === 'leads')
  const isErased = erasureTest(
    'leads',
    new Map([...erased].filter(([, { kind }]) => kind === 'homeowner' || kind === 'lead')),
  )
  const searches = searchesIn(db, unfinished(''))
  for await (const bytes of leads ? readDocuments(path.join(folder, leads.file)) : []) {
    const lead = mongoose.mongo.BSON.deserialize(bytes)
    if (!isErased(lead)) continue
    await eraseSearches(contactsOf(lead as LeadRecord), searches)
    const { submissionId: _id } = lead as LeadRecord
    const gone = { $set: { goneAt: new Date(), at: new Date() }, $setOnInsert: { held: null } }
    await db.collection<SubmissionRecord>(unfinished('submissions')).updateOne({ _id }, gone, { upsert: true })
  }
}

/** Numbers keep their kind (32 bits, 64 bits, floating), which plain JavaScript numbers do not tell. */
const exactly = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true } as const

function erasureTest(collection: string, erased: ReadonlyMap<string, Erasure>): (document: Document) => boolean {
  const rules = Object.entries(erasable).flatMap(([kind, places]) =>
    Object.entries(places).flatMap(([name, field]) =>
      name === collection ? [{ kind: kind as ErasureKind, field }] : [],
    ),
  )
  return (document) =>
    rules.some(({ kind, field }) => {
      // The details of a homeowner were erased from this lead before the backup was made.
      if (kind === 'homeowner' && document['erasedAt']) return false
      return erased.has(erasureKey({ kind, id: String(document[field]) }))
    })
}

/**
 * Leads that came after the backup are lost, but their homeowners hold references and links made from their numbers:
 * those must not open anybody else's lead.
 */
const skippedLeadIds = 100_000

async function skipLeadIds(db: Db): Promise<void> {
  const counters = db.collection<{ _id: string; next: number }>(unfinished('counters'))
  await counters.updateOne({ _id: 'lead' }, { $inc: { next: skippedLeadIds } }, { upsert: true })
}

/** Written by the restore itself, also if the backup is of a time without them. */
const always = ['erasures', 'submissions', 'counters']

/**
 * Each rename takes the place of what was there; what the backup does not know goes. The list of erasures is whole before
 * and after its rename, which is the first: a restore that is killed and begun again finds all that was ever erased.
 */
async function takeNames(db: Db, { collections }: Manifest, erased: ReadonlyMap<string, Erasure>): Promise<void> {
  const restored = new Set([...always, ...collections.map(({ name }) => name)])
  for (const name of always) {
    if ((await db.listCollections({ name: unfinished(name) }).toArray()).length === 0) {
      await db.createCollection(unfinished(name))
    }
  }
  await addErasures(db, [...erased.values(), ...(await erasuresIn(db))])
  for (const name of restored) await db.renameCollection(unfinished(name), name, { dropTarget: true })
  for (const { name } of await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()) {
    if (!restored.has(name) && name !== 'locks' && !name.startsWith('system.')) await db.dropCollection(name)
  }
}

async function addErasures(db: Db, known: readonly Erasure[]): Promise<void> {
  const erasures = db.collection<Erasure & { _id: string }>(unfinished('erasures'))
  for (const [_id, { kind, id, at }] of byKey(known)) {
    await erasures.updateOne({ _id }, { $setOnInsert: { kind, id, at } }, { upsert: true })
  }
}
