import { manageLink } from '@kerbside/schema/links/signed-link'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { ErasureModel } from '@kerbside/schema/erasures/erasure.model'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { storeFile } from '@kerbside/schema/file-store.model'
import { LeadImportModel } from '@kerbside/schema/imports/import.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { QuoteFileModel } from '@kerbside/schema/quote-files/quote-file.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { aLead, aPdf } from '@kerbside/schema/testing/factories'
import mongoose, { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { anOffer, idOf, secrets, soon, storeLead, useOffers } from '../testing/offers.ts'
import { signInAs } from '../testing/test-app.ts'

const { app, link, get, post, stored } = useOffers()
const inAnHour = soon()
const own = async (page = '', email = 'aoife@example.com') =>
  `/manage/${await app.deps.links.sign(manageLink(42, email), inAnHour)}${page}`

const at = new Date('2026-01-02T03:04:05Z')
const by = { id: 'u', name: 'Mia' }
const person = /Byrne|aoife|900123|SW1A ?1AA/i

async function aFile(store: 'quoteFiles' | 'exports' | 'imports', text: string): Promise<Types.ObjectId> {
  const id = new Types.ObjectId()
  await storeFile(store, id, 'file', Buffer.from(text))
  return id
}

/** The lead 42 with everything that can hold personal data, among others. */
beforeEach(async () => {
  await LeadModel.insertMany([1, 2, 3].map((id) => aLead(id, other(id))))
  const fileId = await aFile('quoteFiles', 'For Aoife Byrne')
  const file = { id: String(fileId), name: 'Byrne.pdf', size: 15 }
  await storeLead([anOffer('a', { state: 'accepted', decidedAt: at }), anOffer('b')], {
    additionalInfo: 'Ring Aoife on 07700 900123',
    lostReason: 'Mrs Byrne moved',
    statusHistory: [{ from: 'new', to: 'contacted', at, by, note: 'Aoife was friendly' }],
    activity: [
      { kind: 'note', at, by, text: 'Ask for Aoife' },
      { kind: 'quote-sent', at, by, text: 'Dear Aoife', quote: { id: 'q', amount: 100, currency: 'GBP', file } },
      { kind: 'follow-up-sent', at, by, text: 'Hello Aoife', followUpId: 'f' },
    ],
    attribution: { source: 'google', medium: null, campaign: null, term: null, content: null, referrer: 'x?q=aoife' },
    dispatchedAt: at,
    requestDigest: 'digest',
  })
  await QuoteFileModel.create({ ...aPdf, leadId: 42, name: 'Byrne.pdf', size: 15, fileId, createdAt: at })
  await EstimateModel.collection.insertOne({ _id: 'e' as never, leadId: 42, message: 'Dear Aoife Byrne' })
  await DeliveryModel.create({ _id: 'lead-42-quote-q', leadId: 42, kind: 'quote', state: 'sent' })
  await HeldQuoteModel.create({ ...held, _id: 42, submissionId: 's', lead: { fullName: 'Aoife Byrne' } })
  const times = { createdAt: at, updatedAt: at, expiresAt: inAnHour, requestedBy: by }
  const exported = await aFile('exports', 'Byrne,aoife@example.com')
  await LeadExportModel.create({ ...times, filter: { search: 'aoife' }, state: 'ready', fileId: exported })
  for (const row of ['Byrne,07700 900 123', 'Other,other@example.com']) await anImport(row)
})

async function anImport(row: string): Promise<void> {
  const columns = [{ name: 'Name', sample: row.split(',')[0], field: null }]
  const imported = { fileName: 'leads.csv', delimiter: ',', rows: 1, form: {}, columns }
  const times = { createdAt: at, updatedAt: at, expiresAt: inAnHour, requestedBy: by }
  await LeadImportModel.create({ ...times, ...imported, fileId: await aFile('imports', `Name,Contact\n${row}\n`) })
}

const other = (id: number) => ({
  firstName: 'Other',
  lastName: 'Person',
  fullName: 'Other Person',
  email: `other-${id}@example.com`,
  mobile: `+44770090055${id}`,
  postcode: 'M1 1AE',
})
const held = { reason: 'honeypot' as const, createdAt: at }

/** The collections and Redis keys that hold something of the person; the bytes of GridFS count as text. */
async function traces(of = person): Promise<string[]> {
  const { db } = mongoose.connection
  const found: string[] = []
  for (const { name } of (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? []) {
    for await (const document of db?.collection(name).find({}, { raw: true }) ?? []) {
      // Bytes as they are stored, in which texts stand as they are.
      if (of.test(Buffer.from(document as unknown as Uint8Array).toString('latin1'))) found.push(name)
    }
  }
  const { redis } = app.deps
  for (const key of await redis.keys(`${app.config.REDIS_PREFIX}*`)) {
    const text = Buffer.from((await redis.dump(key)) ?? '').toString('latin1')
    if (of.test(key + text)) found.push(key)
  }
  return [...new Set(found)].toSorted()
}

test('one of many leads is erased everywhere: in every collection, in the bytes of files, in Redis', async () => {
  expect(await traces()).toEqual(
    expect.arrayContaining(['estimates', 'heldquotes', 'imports.chunks', 'leadexports', 'leads', 'quoteFiles.chunks']),
  )
  const before = await stored()
  const { status, headers } = await post(await own('/erase'))
  expect([status, headers.get('location')]).toEqual([303, await own()])
  await expect.poll(() => traces()).toEqual([])

  const { reference, createdAt, trade, postcode, attribution, statusHistory, activity, erasedAt } = await stored()
  expect({ reference, createdAt, trade }).toEqual({ reference: before.reference, createdAt: before.createdAt, trade })
  expect([postcode, attribution.source, erasedAt]).toEqual(['SW1A', 'google', expect.any(Date)])
  expect(statusHistory).toMatchObject([{ from: 'new', to: 'contacted', at, by, note: null }])
  expect(activity?.map(({ kind }) => kind)).toEqual(['note', 'quote-sent', 'follow-up-sent'])
  expect(await LeadModel.countDocuments({ fullName: 'Other Person' })).toBe(3)
  expect(await LeadImportModel.countDocuments()).toBe(1)
})

test('firms are told to delete, what is on offer is withdrawn, the link says when, and the erasure is recorded', async () => {
  await post(await own('/erase'))
  const notices = await DeliveryModel.find({ leadId: 42 }).lean()
  expect(notices.map(({ _id }) => _id)).toEqual([`lead-42-erase-notice-${idOf('a')}`])
  expect((await stored()).offers.map(({ state }) => state)).toEqual(['accepted', 'withdrawn'])
  expect((await get(await link('a'))).body).toContain('Please make no further contact')
  for (const answer of [await get(await own()), await get(await own('/erase')), await post(await own('/erase'))]) {
    expect(answer.status).toBe(410)
    expect(answer.body).toContain('We erased the details of your request on')
    expect(answer.body).not.toMatch(secrets)
  }
  expect(await ErasureModel.find().sort({ kind: 1 }).lean()).toMatchObject([
    { kind: 'held-quote', id: '42' },
    { kind: 'homeowner', id: '42' },
    { kind: 'quote-file' },
  ])
  const trail = await AuditEntryModel.find({ by: null }).lean()
  expect(trail.map(({ action }) => action)).toEqual(['homeowner.erased-details'])
})

test('pressed ten times at once it is done once', async () => {
  const path = await own('/erase')
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(path)))
  for (const { status } of answers) expect([303, 410]).toContain(status)
  expect((await stored()).version).toBe(2)
  expect(await AuditEntryModel.countDocuments({ by: null })).toBe(1)
})

test('an imported file that is gone by then is passed over', async () => {
  const times = { createdAt: at, updatedAt: at, expiresAt: inAnHour, requestedBy: by }
  const gone = { fileName: 'gone.csv', delimiter: ',', rows: 1, form: {}, columns: [], fileId: new Types.ObjectId() }
  await LeadImportModel.create({ ...times, ...gone })
  expect((await post(await own('/erase'))).status).toBe(303)
  expect(await traces()).toEqual([])
})

test('the page that asks changes nothing, and staff cannot write details back', async () => {
  const before = await stored()
  const { body } = await get(await own('/erase'))
  expect(body).toContain('This cannot be undone')
  expect(body).toContain('we ask Firm a to delete')
  expect(await stored()).toEqual(before)
  await post(await own('/erase'))
  const change = { first_name: 'Aoife' }
  const { status } = await app.request('PATCH', '/api/quote/42', { body: change, token: await signInAs('manager') })
  expect(status).toBe(409)
  expect(await traces()).toEqual([])
})

const correctedPerson = /Byrne|aoife|900123|SW1A ?1AA|Quirke|sorcha|900456|M2 ?5DB/i

test.each(['erases the details', 'is deleted by staff'])(
  'who is corrected by staff and %s is found by every former and present spelling, in held quotes too',
  async (how) => {
    const token = await signInAs('admin')
    const answers = { first_name: 'Sorcha', last_name: 'Quirke', email: 'sorcha@example.com', mobile: '07700 900456' }
    const { status } = await app.request('PATCH', '/api/quote/42', { body: { ...answers, postcode: 'M2 5DB' }, token })
    expect(status).toBe(200)
    const texts = ['Byrne,aoife@example.com', 'Quirke,sorcha@example.com', 'Quirke,07700 900456', 'Other,o@example.com']
    for (const text of texts) await anImport(text)
    const quotes = [{ email: 'aoife@example.com' }, { mobile: '+447700900456' }, { email: 'sorcha@example.com' }]
    for (const [index, contact] of [...quotes, { email: 'other@example.com' }].entries()) {
      const lead = aLead(50 + index, { ...other(0), ...contact })
      await HeldQuoteModel.create({ ...held, _id: 50 + index, submissionId: `held-${index}`, lead })
    }
    const searches = ['aoife', 'Quirke', '900456'].map((query, index) => ({
      id: String(index),
      name: 'x',
      query: `q=${query}`,
    }))
    const views = mongoose.connection.collection('savedviews')
    await views.insertOne({ views: [...searches, { id: 'other', name: 'x', query: 'q=other' }] })
    expect(await traces(correctedPerson)).toEqual(
      expect.arrayContaining(['heldquotes', 'imports.chunks', 'savedviews']),
    )

    if (how === 'is deleted by staff') await app.request('DELETE', '/api/quote/42', { token })
    else await post(await own('/erase', 'sorcha@example.com'))
    await expect.poll(() => traces(correctedPerson)).toEqual([])
    expect((await HeldQuoteModel.find().lean()).map(({ _id }) => _id)).toEqual([53])
    expect((await views.findOne())?.['views']).toMatchObject([{ id: 'other' }])
    const erased = await ErasureModel.find({ kind: 'held-quote' }).lean()
    expect(erased.map(({ id }) => id).toSorted()).toEqual(['42', '50', '51', '52'])
    const released = await app.request('POST', '/graphql', {
      body: { query: 'mutation { releaseHeldQuote(id: "50") { id } }' },
      token,
    })
    expect(released.body.errors[0].extensions.code).toBe('NOT_FOUND')
  },
)
