import { BulkChangeModel } from '@kerbside/schema/bulk-changes/bulk-change.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { readFile } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { indexLeads } from '@kerbside/schema/leads/lead-search.model'
import { databaseUri } from '@kerbside/schema/testing/database'
import { sized } from '@kerbside/schema/testing/drill'
import { aContractor, aLead, ownContact } from '@kerbside/schema/testing/factories'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import type { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { runBulkChanges } from '../../graphql-api/src/bulk-changes/run-bulk-changes.ts'
import { startBulkChange } from '../../graphql-api/src/bulk-changes/bulk-changes.service.ts'
import { restoreBackup } from '../../graphql-api/src/backup/restore-backup.ts'
import { writeBackup } from '../../graphql-api/src/backup/write-backup.ts'
import { exportLeads } from '../../graphql-api/src/exports/exports.service.ts'
import { changeLead } from '../../graphql-api/src/leads/change-lead.ts'
import { sendQuote } from '../../graphql-api/src/estimates/send-quote.ts'
import { openLead } from '../../graphql-api/src/leads/leads.service.ts'
import { uploadQuoteFile } from '../../graphql-api/src/quote-files/quote-files.service.ts'
import { aDetailedImage } from '../../graphql-api/src/testing/images.ts'
import { restAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { createSession, createUser, useTestApp } from '../../graphql-api/src/testing/test-app.ts'
import { saveView } from '../../graphql-api/src/users/saved-views.service.ts'
import { readEmail, startMailSink } from '../../worker/src/testing/mail-sink.ts'
import { until } from '../../worker/src/testing/test-worker.ts'
import { startWorkerProcess } from '../../worker/src/testing/worker-process.ts'

let logged = ''
const log = pino({ level: 'trace' }, { write: (line) => void (logged += line) })
const app = useTestApp({}, { log })

const others = sized({ short: 4, long: 999 })
const person = /quillfeather|oldcastle|xanthippe|7400[\s-]?555[\s-]?123|CR2[\s-]?6XH/i
const contact = { first_name: 'Xanthippe', last_name: 'Quillfeather', email: 'x.quillfeather@homes.example' }
const address = { mobile: '07400 555123', postcode: 'CR2 6XH' }

/** Everything that is stored under a key, as text. */
async function textOf(redis: Redis, key: string): Promise<string> {
  const readers: Record<string, () => Promise<unknown>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, 0, -1),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, '0', '-1'),
    stream: () => redis.xrange(key, '-', '+'),
    none: () => Promise.resolve(null), // it has run out meanwhile
  }
  const read = readers[await redis.type(key)]
  if (!read) throw new Error(`Nothing reads ${key}`)
  return key + JSON.stringify(await read())
}

/** Of each photo of theirs: its id, and what no other picture has, some bytes from its middle as they are stored. */
let ofPhotos: string[] = []
const isTheirs = (text: string) => person.test(text) || ofPhotos.some((mark) => text.includes(mark))

async function searchCollections(db: Db | undefined, note: (name: string, document: Uint8Array) => void) {
  for (const { name } of (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? []) {
    for await (const document of db?.collection(name).find({}, { raw: true }) ?? []) note(name, document as never)
  }
}

/** Where something of the person stands: collections (GridFS is two of each store), Redis keys, and files of a folder. */
async function traces(folder?: string): Promise<string[]> {
  const found = new Set<string>()
  const note = (where: string, content: Uint8Array | string) => {
    // Bytes as they are stored, in which texts stand as they are.
    if (isTheirs(typeof content === 'string' ? content : Buffer.from(content).toString('latin1'))) found.add(where)
  }
  await searchCollections(mongoose.connection.db, note)
  const { redis } = app.deps
  for (const key of await redis.keys(`${app.config.REDIS_PREFIX}*`)) note('redis', await textOf(redis, key))
  for (const file of folder ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []) {
    if (!file.isFile()) continue
    const content = readFileSync(path.join(file.parentPath, file.name))
    note('backup', file.name + (file.name.endsWith('.gz') ? gunzipSync(content) : content).toString('latin1'))
  }
  return [...found].toSorted()
}

type Db = mongoose.mongo.Db

/** Restores what was backed up before they were erased. Gives the collections in which something of them stands. */
async function restore(parent: string, erasures: string) {
  const db = mongoose.connection.getClient().db(`${mongoose.connection.name}-restored`)
  onTestFinished(async () => void (await db.dropDatabase()))
  await restoreBackup(db, path.join(parent, 'backup'), { erasures })
  const found = new Set<string>()
  await searchCollections(db, (name, document) => {
    if (isTheirs(Buffer.from(document).toString('latin1'))) found.add(name)
  })
  return { found: [...found].toSorted(), files: await photoFiles(db) }
}

async function addOthers() {
  const leads = Array.from({ length: others }, (_, index) =>
    aLead(100_000 + index, { ...ownContact(100_000 + index), dispatchedAt: new Date(), createdAt: new Date() }),
  )
  await LeadModel.insertMany(leads)
  await indexLeads(leads)
}

/** Sends a photo like a phone does. Gives the id of its file. */
async function addPhoto(submissionId: string, photoId: string = crypto.randomUUID()): Promise<mongoose.Types.ObjectId> {
  const body = new Uint8Array(await aDetailedImage(400, 300).jpeg().toBuffer())
  const answer = await app.send(`/api/quote/${submissionId}/photos/${photoId}`, { method: 'PUT', body })
  expect(answer.status).toBe(201)
  const lead = await LeadModel.findOne({ submissionId }, 'photos').lean().orFail()
  return new mongoose.Types.ObjectId(lead.photos?.find(({ id }) => id === photoId)?.fileId)
}

/** Two photos of the person, by which they can be recognised from now on. */
async function addTheirPhotos(submissionId: string) {
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  const files = []
  for (const id of ids) files.push(await addPhoto(submissionId, id))
  const stored = await Promise.all(files.map(async (file) => readFile('photos', file)))
  const bytes = stored.map((picture) =>
    picture.subarray(picture.length / 2, picture.length / 2 + 64).toString('latin1'),
  )
  ofPhotos = [...ids, ...bytes]
}

async function addPhotosOfOthers() {
  const leads = await LeadModel.find({ _id: { $in: [100_001, 100_002] } }, 'submissionId').lean()
  return Promise.all(leads.map(async ({ submissionId }) => addPhoto(submissionId)))
}

/** The photos of which there is a file, and those of which there are bytes. */
async function photoFiles(db = mongoose.connection.db) {
  const ids = async (name: string, field: string) =>
    (await db?.collection(name).distinct(field))?.map(String).toSorted()
  return [await ids('photos.files', '_id'), await ids('photos.chunks', 'files_id')]
}

/** The folder of a backup that is made now. */
async function backup(): Promise<string> {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'kerbside-erase-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  await writeBackup(mongoose.connection.getClient(), mongoose.connection.name, path.join(parent, 'backup'))
  return parent
}

/** What staff do with the lead and what they typed to find it. */
async function work(id: string) {
  const staff = app.contextOf((await createSession(await createUser('admin'))).viewer)
  await openLead(staff, id)
  // Misread and put right again: who is erased is also found by what was wrong for a while.
  await changeLead(staff, id, { answers: { last_name: 'Oldcastle', email: 'oldcastle@homes.example' } })
  await changeLead(staff, id, { answers: { last_name: contact.last_name, email: contact.email } })
  const { version } = await changeLead(staff, id, { status: 'contacted', note: 'Mrs Quillfeather wants to be rung' })
  const bytes = Buffer.from('%PDF-1.7 For Xanthippe Quillfeather, CR2 6XH')
  const file = await uploadQuoteFile(staff, id, async () => ({ fileName: 'Quillfeather.pdf', bytes }))
  const quote = { quoteId: crypto.randomUUID(), amount: 100_000, message: 'Dear Xanthippe', fileId: file.id, version }
  await sendQuote(staff, { id, ...quote })
  await saveView(staff, { name: 'Hers', query: 'q=quillf' })
  await saveView(staff, { name: 'Misread', query: 'q=oldcas' })
  await saveView(staff, { name: 'Xanthippe', query: 'status=new' })
  await saveView(staff, { name: 'South-west', query: 'q=SW1&sort=name' })
  await exportLeads(staff, { search: 'quillfeather' })
  await exportLeads(staff, {})
  const bulk = { id: crypto.randomUUID(), filter: { search: '07400 555123' }, kind: 'follow-up', followUpAt: null }
  await startBulkChange(staff, bulk)
  await runBulkChanges(app.deps)
  await until(async () => (await LeadExportModel.countDocuments({ state: 'ready' })) === 2)
}

test(`one of ${others + 1} homeowners is erased: no collection, file, Redis key, log or later backup knows them`, async () => {
  const sink = await startMailSink()
  // The mail server names the address in its answer.
  sink.behaviour.rejectRecipient = (to) => (to === 'firm-0@firms.example' ? 550 : undefined)
  const settings = {
    MONGODB_URI: databaseUri(),
    REDIS_PREFIX: app.config.REDIS_PREFIX,
    JWT_SECRET: app.config.JWT_SECRET,
  }
  const worker = startWorkerProcess({ ...settings, SMTP_URL: sink.url, LOG_LEVEL: 'trace' })
  onTestFinished(async () => {
    await worker.kill()
    await sink.stop()
  })
  await addOthers()
  const areas = [{ kind: 'outcode' as const, value: 'CR2' }]
  await ContractorModel.create([0, 1, 2].map((index) => aContractor(`Firm ${index}`, { areas })))
  const quote = { submission_id: crypto.randomUUID(), ...restAnswers(), ...contact, ...address }
  const { status } = await app.request('POST', '/api/quote', { body: quote })
  expect(status).toBe(201)
  const own = async () => LeadModel.findOne({ submissionId: quote.submission_id }).lean().orFail()
  await until(() => sink.emails.length === 3)
  const offer = sink.to('firm-1@firms.example')[0]
  const accept = /\/offers\/[^/\s]+\/accept/.exec((await readEmail(offer?.raw ?? '')).text)?.[0] ?? ''
  await app.request('POST', accept)
  const { _id } = await own()
  await work(String(_id))
  await addTheirPhotos(quote.submission_id)
  const again = { ...quote, submission_id: crypto.randomUUID(), website_url: 'https://spam.example' }
  await app.request('POST', '/api/quote', { body: again })
  const photosOfOthers = (await addPhotosOfOthers()).map(String).toSorted()
  const isSent = async (kind: 'quote' | 'contact-details') => DeliveryModel.exists({ kind, state: 'sent' })
  await until(async () => (await isSent('quote')) && (await isSent('contact-details')))
  // Redis keeps jobs that are done, and this one, which fails.
  await app.deps.queues.leads.add('offer.accepted', { leadId: _id }, { jobId: 'broken-1', attempts: 1 })
  const before = await backup()
  expect(await traces(before)).toEqual(
    expect.arrayContaining([
      'backup',
      'bulkchanges',
      'exports.chunks',
      'heldquotes',
      'leadexports',
      'leads',
      'leadsearches',
      'photos.chunks',
      'photos.files',
      'quoteFiles.chunks',
      'savedviews',
    ]),
  )

  const confirmation = sink.to(contact.email)[0]
  const manage = /\/manage\/[^/\s]+/.exec((await readEmail(confirmation?.raw ?? '')).text)?.[0] ?? ''
  expect((await app.request('POST', `${manage}/erase`)).status).toBe(303)
  await until(async () => (await own()).erasedAt)
  await until(async () => (await DeliveryModel.exists({ kind: 'erase-notice', state: 'sent' })) !== null)
  await until(async () => (await traces()).length === 0)
  const after = await backup()
  expect(await traces(after)).toEqual([])
  expect(await photoFiles()).toEqual([photosOfOthers, photosOfOthers])
  const restored = await restore(before, path.join(after, 'erasures.jsonl'))
  expect(restored.files).toEqual([photosOfOthers, photosOfOthers])
  expect(restored.found).toEqual([])

  expect(logged).toContain('leads.exported')
  expect(worker.output()).toContain('worker ready')
  expect(logged + worker.output()).not.toMatch(person)
  expect(await LeadModel.countDocuments()).toBe(others + 1)
  expect(await BulkChangeModel.countDocuments()).toBe(1)
  const views = await mongoose.connection.collection('savedviews').findOne()
  expect(views?.['views']).toMatchObject([{ name: 'South-west', query: 'q=SW1&sort=name' }])
})
