import { BulkChangeModel } from '@kerbside/schema/bulk-changes/bulk-change.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { chunksOf, filesOf, readFile } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { databaseUri } from '@kerbside/schema/testing/database'
import { aContractor, aLead, ownContact } from '@kerbside/schema/testing/factories'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import mongoose from 'mongoose'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
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
import { searchCollections, searchFolder, searchRedis } from '../testing/stored-bytes.ts'

let logged = ''
const log = pino({ level: 'trace' }, { write: (line) => void (logged += line) })
const app = useTestApp({}, { log })
beforeEach(async () => {
  await Promise.all([filesOf('photos').deleteMany({}), chunksOf('photos').deleteMany({})])
})

const others = 99
const person = /quillfeather|oldcastle|xanthippe|7400[\s-]?555[\s-]?123|CR2[\s-]?6XH/i
const contact = { first_name: 'Xanthippe', last_name: 'Quillfeather', email: 'x.quillfeather@homes.example' }
const misread = { last_name: 'Oldcastle', email: 'oldcastle@homes.example' }
const address = { mobile: '07400 555123', postcode: 'CR2 6XH' }

/** Of each photo of theirs: its id, and what no other picture has, some bytes from its middle as they are stored. */
let ofPhotos: string[] = []
const isTheirs = (text: string) => person.test(text) || ofPhotos.some((mark) => text.includes(mark))

/** Where something of the person stands: collections (GridFS is two of each store), Redis keys, and files of a folder. */
async function traces(folder?: string): Promise<string[]> {
  const found = new Set<string>()
  const note = (where: string, content: Uint8Array | string) => {
    // Bytes as they are stored, in which texts stand as they are.
    if (isTheirs(typeof content === 'string' ? content : Buffer.from(content).toString('latin1'))) found.add(where)
  }
  await searchCollections(mongoose.connection.db, note)
  await searchRedis(app.deps.redis, app.config.REDIS_PREFIX, (text) => note('redis', text))
  if (folder) searchFolder(folder, (text) => note('backup', text))
  return [...found].toSorted()
}

/** Restores what was backed up before they were erased. Gives the collections in which something of them stands. */
async function restore(parent: string, erasures: string) {
  const db = mongoose.connection.getClient().db(`${mongoose.connection.name}-restored`)
  onTestFinished(async () => void (await db.dropDatabase()))
  await restoreBackup(db, path.join(parent, 'backup'), { erasures, replace: true })
  const found = new Set<string>()
  await searchCollections(db, (name, document) => {
    if (isTheirs(Buffer.from(document).toString('latin1'))) found.add(name)
  })
  return { found: [...found].toSorted(), files: await photoFiles(db) }
}

async function addOthers() {
  await LeadModel.insertMany(
    Array.from({ length: others }, (_, index) =>
      aLead(100_000 + index, { ...ownContact(100_000 + index), dispatchedAt: new Date(), createdAt: new Date() }),
    ),
  )
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

/** A file of leads in which somebody is called as they were for a while. */
async function importThem(token: string) {
  const row = { ...restAnswers(), ...contact, ...address, ...misread }
  const lines = [Object.keys(row), Object.values(row)].map((cells) => cells.join(';'))
  const body = new FormData()
  body.set('file', new File([lines.join('\n')], 'leads.csv'))
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body }
  expect((await app.send('/api/imports', init)).status).toBe(201)
}

/**
 * What staff do with the lead and what they typed to find it. Misread and put right again: who is erased is also found by
 * what was wrong for a while. Gives a backup of that while.
 */
async function work(id: string): Promise<string> {
  const { viewer, token } = await createSession(await createUser('admin'))
  const staff = app.contextOf(viewer)
  await openLead(staff, id)
  await saveView(staff, { name: 'Hers', query: 'q=quillf' })
  await changeLead(staff, id, { answers: misread })
  await saveView(staff, { name: 'Misread', query: 'q=oldcas' })
  await importThem(token)
  const meanwhile = await backup()
  await changeLead(staff, id, { answers: { last_name: contact.last_name, email: contact.email } })
  const { version } = await changeLead(staff, id, { status: 'contacted', note: 'Mrs Quillfeather wants to be rung' })
  const bytes = Buffer.from('%PDF-1.7 For Xanthippe Quillfeather, CR2 6XH')
  const file = await uploadQuoteFile(staff, id, async () => ({ fileName: 'Quillfeather.pdf', bytes }))
  const quote = { quoteId: crypto.randomUUID(), amount: 100_000, message: 'Dear Xanthippe', fileId: file.id, version }
  await sendQuote(staff, { id, ...quote })
  await saveView(staff, { name: 'Xanthippe', query: 'status=new' })
  await saveView(staff, { name: 'South-west', query: 'q=SW1&sort=name' })
  await exportLeads(staff, { search: 'quillfeather' })
  await exportLeads(staff, {})
  const bulk = { id: crypto.randomUUID(), filter: { search: '07400 555123' }, kind: 'follow-up', followUpAt: null }
  await startBulkChange(staff, bulk)
  await runBulkChanges(app.deps)
  await until(async () => (await LeadExportModel.countDocuments({ state: 'ready' })) === 2)
  return meanwhile
}

/** What makes them unknown: they press the button of their own page, or staff delete the lead. Whether it was done. */
const ways = {
  'has their details erased': async (_lead: number, confirmation: string) => {
    const manage = /\/manage\/[^/\s]+/.exec((await readEmail(confirmation)).text)?.[0] ?? ''
    const { status } = await app.request('POST', `${manage}/erase`)
    await until(async () => (await DeliveryModel.exists({ kind: 'erase-notice', state: 'sent' })) !== null)
    return status === 303
  },
  'is deleted': async (lead: number) => {
    const { token } = await createSession(await createUser('admin'))
    return (await app.request('DELETE', `/api/quote/${lead}`, { token })).status === 204
  },
}

test.each(Object.entries(ways))(
  `one of ${others + 1} homeowners %s: no collection, file, Redis key, log, later backup or restored older one knows them by any spelling`,
  async (_how, remove) => {
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
    const meanwhile = await work(String(_id))
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
        'estimates',
        'exports.chunks',
        'heldquotes',
        'imports.chunks',
        'leadimports',
        'leadexports',
        'leads',
        'photos.chunks',
        'photos.files',
        'quoteFiles.chunks',
        'savedviews',
      ]),
    )

    const kept = remove === ways['is deleted'] ? others : others + 1
    expect(await remove(_id, sink.to(contact.email)[0]?.raw ?? '')).toBe(true)
    await until(async () => (await traces()).length === 0)
    const after = await backup()
    expect(await traces(after)).toEqual([])
    expect(await photoFiles()).toEqual([photosOfOthers, photosOfOthers])
    for (const older of [meanwhile, before]) {
      const restored = await restore(older, path.join(after, 'erasures.jsonl'))
      expect(restored.found).toEqual([])
      expect(restored.files).toEqual(older === before ? [photosOfOthers, photosOfOthers] : [[], []])
    }

    expect(logged).toContain('leads.exported')
    expect(worker.output()).toContain('worker ready')
    expect(logged + worker.output()).not.toMatch(person)
    expect(await LeadModel.countDocuments()).toBe(kept)
    expect(await BulkChangeModel.countDocuments()).toBe(1)
    const views = await mongoose.connection.collection('savedviews').findOne()
    expect(views?.['views']).toMatchObject([{ name: 'South-west', query: 'q=SW1&sort=name' }])
  },
)
