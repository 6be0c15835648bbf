import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { EvidenceModel } from '@kerbside/schema/contractors/evidence.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { storeFile } from '@kerbside/schema/file-store.model'
import { createLeadIds } from '@kerbside/schema/leads/lead-id.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { aContractor, aLead, ownContact } from '@kerbside/schema/testing/factories'
import { SessionModel } from '@kerbside/schema/users/session.model'
import { recordErasures } from '@kerbside/schema/erasures/erasure.model'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { removeEvidence } from '../contractors/evidence.service.ts'
import { deleteLeads } from '../leads/leads.service.ts'
import { discardHeldQuote } from '../quotes/held-quotes.service.ts'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { deleteUser } from '../users/users.service.ts'
import { writeErasures } from './erasure-list.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

// A restore makes some twenty collections with their indexes.
vi.setConfig({ testTimeout: 60_000 })

const app = useTestApp()
const client = () => mongoose.connection.getClient()
const source = () => client().db(mongoose.connection.name)
const target = () => client().db(`${mongoose.connection.name}-restored`)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kerbside-backup-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(async () => void (await target().dropDatabase()))

const picture = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 7919) % 256))
const pictureId = new mongoose.Types.ObjectId()
const { Long, Int32, Double, Decimal128 } = mongoose.mongo

beforeEach(async () => {
  await LeadModel.insertMany([1, 2, 3].map((id) => aLead(id, { email: `lead-${id}@homes.example` })))
  await DeliveryModel.create({ _id: '2-confirmation', leadId: 2, kind: 'confirmation' })
  await ContractorModel.create(aContractor('Paving & Sons'))
  await createLeadIds()()
  await storeFile('images', pictureId, 'drive.jpg', picture)
  await source()
    .collection('oddities')
    .replaceOne(
      {},
      {
        long: Long.fromString('9007199254740993'),
        int: new Int32(1),
        double: new Double(1),
        money: Decimal128.fromString('1.10'),
        when: new Date(0),
        bytes: Buffer.from([0, 255]),
        nothing: null,
        name: /a.b/i,
      },
      { upsert: true },
    )
})
afterEach(async () => {
  for (const name of ['images.files', 'images.chunks', 'oddities', 'erasures'])
    await source().collection(name).deleteMany({})
})

let number = 0
async function takeBackup(): Promise<string> {
  const place = path.join(folder, `run-${++number}`, 'backup')
  await writeBackup(client(), source().databaseName, place)
  return place
}

/** Every document of a collection, byte by byte. */
async function bytesOf(db: mongoose.mongo.Db, name: string): Promise<string[]> {
  const documents = await db.collection(name).find({}, { raw: true }).sort({ _id: 1 }).toArray()
  return documents.map((document) => Buffer.from(document as unknown as Uint8Array).toString('base64'))
}
const namesOf = async (db: mongoose.mongo.Db) =>
  (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort()
const leadIds = async () =>
  (await target().collection('leads').find().sort({ _id: 1 }).toArray()).map(({ _id }) => Number(_id))

/** All that a collection holds, byte by byte, and its indexes. */
async function contentOf(db: mongoose.mongo.Db, name: string) {
  const indexes = (await db.collection(name).indexes()).map(({ ns: _, ...rest }) => rest)
  return [name, await bytesOf(db, name), indexes] as const
}
const nextLead = async (db: mongoose.mongo.Db) =>
  (await db.collection<{ _id: string; next: number }>('counters').findOne({ _id: 'lead' }))?.next ?? 0

async function restorePlainly() {
  await createSession(await createUser('admin'))
  await restoreBackup(target(), await takeBackup())
  const names = (await namesOf(source())).filter(
    (name) => !['sessions', 'pushdevices', 'locks', 'leadexports', 'leadimports'].includes(name),
  )
  const compared = names.filter((each) => each !== 'counters')
  const bucket = new mongoose.mongo.GridFSBucket(target(), { bucketName: 'images' })
  const parts: Buffer[] = []
  for await (const part of bucket.openDownloadStream(pictureId)) parts.push(part as Buffer)
  return {
    names: [await namesOf(target()), names],
    contents: [
      await Promise.all(compared.map((name) => contentOf(target(), name))),
      await Promise.all(compared.map((name) => contentOf(source(), name))),
    ],
    picture: Buffer.concat(parts),
    nextLeads: [await nextLead(target()), await nextLead(source())],
    sessions: [await target().collection('sessions').countDocuments(), await SessionModel.countDocuments()],
  }
}
let plainly: ReturnType<typeof restorePlainly> | undefined
/** What one restore made, for the tests that only look at it: it makes some twenty collections. */
const restored = () => (plainly ??= restorePlainly())

test('a backup restored into an empty database is the same database: documents, indexes and the bytes of pictures', async () => {
  const { names, contents, picture: kept } = await restored()
  const [found = [], expected] = names
  expect(found.filter((name) => name !== 'locks')).toEqual(expected)
  expect(contents[0]).toEqual(contents[1])
  expect(kept.equals(picture)).toBe(true)
})

test('numbers that were given after the backup are not given to other leads', async () => {
  const [after, before = 0] = (await restored()).nextLeads
  expect(before).toBeGreaterThan(0)
  expect(after).toBe(before + 100_000)
})

test('a restore signs nobody in', async () => {
  expect((await restored()).sessions).toEqual([0, 1])
})

test.each([
  [
    'a changed byte',
    (file: string) => {
      const bytes = readFileSync(file)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      writeFileSync(file, bytes)
    },
  ],
  ['a file that breaks off', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -20))],
  ['a missing file', (file: string) => rmSync(file)],
])('%s is named, and nothing is restored', async (_, damage) => {
  const backup = await takeBackup()
  damage(path.join(backup, 'leads.bson.gz'))
  await expect(restoreBackup(target(), backup)).rejects.toThrow(/leads\.bson\.gz is missing or damaged/)
  expect(await namesOf(target())).toEqual([])
})

test('a backup that broke off is none', async () => {
  const backup = await takeBackup()
  rmSync(path.join(backup, 'manifest.json'))
  await expect(restoreBackup(target(), backup)).rejects.toThrow('holds no whole backup')
})

test('a database that holds anything is left as it is, unless it is to be replaced', async () => {
  const backup = await takeBackup()
  await target().collection('leads').insertOne({ reference: 'mine' })
  await target().collection('strays').insertOne({})
  await expect(restoreBackup(target(), backup)).rejects.toThrow(/not empty \(leads, strays\).*--replace/)
  expect(await target().collection('leads').countDocuments()).toBe(1)
  await restoreBackup(target(), backup, { replace: true })
  expect(await leadIds()).toEqual([1, 2, 3])
  expect(await namesOf(target())).not.toContain('strays')
})

test('who was erased after a backup stays erased when it is restored', async () => {
  const boss = await createSession(await createUser('admin'))
  const leaver = await createUser('manager')
  await HeldQuoteModel.create({
    _id: 9,
    submissionId: 'x',
    reason: 'honeypot',
    lead: aLead(9, ownContact(9)),
    createdAt: new Date(),
  })
  const backup = await takeBackup()
  const ctx = app.contextOf(boss.viewer)
  await deleteLeads(ctx, ['2'])
  await deleteUser(ctx, String(leaver._id))
  await discardHeldQuote(ctx, '9')
  await writeErasures(source(), path.dirname(backup))

  const { keptErased, erasuresUntil } = await restoreBackup(target(), backup)
  expect(await leadIds()).toEqual([1, 3])
  expect(await target().collection('deliveries').countDocuments({ leadId: 2 })).toBe(0)
  expect(await target().collection('heldquotes').countDocuments()).toBe(0)
  expect(await target().collection('users').distinct('_id')).toEqual(
    [boss.viewer.id].map((id) => new mongoose.Types.ObjectId(id)),
  )
  expect(keptErased).toBe(4)
  expect(erasuresUntil).toBeInstanceOf(Date)
  expect(JSON.stringify(await target().collection('erasures').find().toArray())).not.toContain('@')
})

test('a homeowner whose details were erased after a backup is not in it when it is restored', async () => {
  const erasedBefore = { erasedAt: new Date(), firstName: '', lastName: '', fullName: '', email: '', mobile: '' }
  await LeadModel.updateOne({ _id: 1 }, erasedBefore)
  await recordErasures('homeowner', [1], new Date())
  const backup = await takeBackup()
  await recordErasures('homeowner', [2], new Date())
  await writeErasures(source(), path.dirname(backup))
  await restoreBackup(target(), backup)
  // The first was erased before the backup and stays as the number that it is; the second is left out.
  expect(await leadIds()).toEqual([1, 3])
})

test('evidence that was deleted after a backup is not restored: neither record nor file nor bytes', async () => {
  const boss = await createSession(await createUser('admin'))
  const firm = await ContractorModel.findOne().lean().orFail()
  const file = { kind: 'identity' as const, fileName: 'id.pdf', mimeType: 'application/pdf' as const, size: 1 }
  const uploaded = { uploadedBy: { id: 'u', name: 'Ada' }, createdAt: new Date() }
  const { _id } = await EvidenceModel.create({ contractorId: String(firm._id), ...file, ...uploaded })
  await storeFile('evidence', _id, 'id.pdf', picture)
  const backup = await takeBackup()
  await removeEvidence(app.contextOf(boss.viewer), String(_id))
  await writeErasures(source(), path.dirname(backup))
  await restoreBackup(target(), backup)
  for (const name of ['evidences', 'evidence.files', 'evidence.chunks']) {
    expect(await target().collection(name).countDocuments()).toBe(0)
  }
})

test('each backup brings the list of erasures beside it up to date, and a list elsewhere can be named', async () => {
  const backup = await takeBackup()
  const other = path.join(folder, 'elsewhere.jsonl')
  writeFileSync(other, `${JSON.stringify({ kind: 'lead', id: '1', at: new Date() })}\n`)
  await recordErasures('lead', [3], new Date())
  await writeBackup(client(), source().databaseName, path.join(path.dirname(backup), 'newer'))
  expect(readdirSync(path.dirname(backup)).sort()).toEqual(['backup', 'erasures.jsonl', 'newer'])
  await restoreBackup(target(), backup, { erasures: other })
  expect(await leadIds()).toEqual([2])
  await expect(restoreBackup(target(), backup, { replace: true, erasures: 'no-such-file' })).rejects.toThrow(
    'no-such-file',
  )
})

/** A database in which the n-th step that gives a collection its name or drops one is the last: as when the process is killed. */
function killedAt(db: mongoose.mongo.Db, step: number, when: 'before' | 'after'): mongoose.mongo.Db {
  let count = 0
  const counted =
    (work: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]) => {
      const isLast = ++count >= step
      if (isLast && when === 'before') throw new Error('killed')
      const result = await work.apply(db, args)
      if (isLast) throw new Error('killed')
      return result
    }
  return new Proxy(db, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name)
      if (typeof value !== 'function') return value
      const method = value as (...args: never[]) => Promise<unknown>
      return name === 'renameCollection' || name === 'dropCollection' ? counted(method) : method.bind(of)
    },
  })
}

test.each(['before', 'after'] as const)(
  'a restore that was killed %s any of its renames and is begun again brings no deleted lead back',
  async (when) => {
    const small = client().db(`${source().databaseName}-small`)
    onTestFinished(async () => void (await small.dropDatabase()))
    const leads = (ids: number[]) => ids.map((id) => ({ ...aLead(id), _id: id as never }))
    const erased = (id: number) => ({ _id: `lead:${id}` as never, kind: 'lead', id: String(id), at: new Date() })
    await small.collection('leads').insertMany(leads([1, 2, 3]))
    await small.collection('erasures').insertOne(erased(8))
    const backup = path.join(folder, `killed-${when}`, 'backup')
    await writeBackup(client(), small.databaseName, backup)

    let isWhole = false
    let step = 0
    while (!isWhole) {
      step += 1
      await target().dropDatabase()
      await target()
        .collection('leads')
        .insertMany(leads([1, 3]))
      await target().collection('strays').insertOne({})
      await target()
        .collection('erasures')
        .insertMany([erased(8), erased(2)])
      const begun = restoreBackup(killedAt(target(), step, when), backup, { replace: true })
      isWhole = await begun.then(
        () => true,
        (error: Error) => error.message !== 'killed',
      )
      expect(await target().collection('erasures').distinct('_id')).toEqual(['lead:2', 'lead:8'])
      await restoreBackup(target(), backup, { replace: true })
      expect(await leadIds()).toEqual([1, 3])
      expect(await target().collection('erasures').distinct('_id')).toEqual(['lead:2', 'lead:8'])
    }
    expect(step).toBeGreaterThan(3)
  },
)
