import { aPdf } from '@kerbside/schema/testing/factories'
import { filesOf, storeFile } from '@kerbside/schema/file-store.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadActivity } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { QuoteFileModel } from '@kerbside/schema/quote-files/quote-file.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { sendDelivery } from '../deliveries/send-delivery.ts'
import { clearQuoteFiles } from '../operation/clear-files.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { addLead, minutesAgo, run, testDeps, useWorkers, waitingJobs } from '../testing/test-worker.ts'

useDatabase()
useWorkers()
const sink = useMailSink()
const depsFor = () => testDeps({ SMTP_URL: sink.url })

const sent = { name: 'quote.sent', data: { leadId: 1 } } as const
const by = { id: 'u', name: 'Mia' }
const aQuote = (id: string, amount: number): LeadActivity => ({
  kind: 'quote-sent',
  at: new Date(),
  by,
  text: 'Includes the drains.\n\nTwo days’ work.',
  quote: { id, amount, currency: 'GBP' },
})
const due = (...activity: LeadActivity[]) => ({ activity, status: 'quoted' as const })

test('a sent quote becomes one email to the homeowner, however often its event comes', async () => {
  const deps = await depsFor()
  await addLead(1, due(aQuote('q1', 245_000)))
  await Promise.all(Array.from({ length: 5 }, () => run(deps, sent)))
  expect(await DeliveryModel.find().lean()).toMatchObject([
    { _id: 'lead-1-quote-q1', kind: 'quote', contractorId: null, state: 'queued' },
  ])
  expect(await waitingJobs(deps, 'mail')).toEqual(['lead-1-quote-q1-send-0'])

  expect(await sendDelivery(deps, 'lead-1-quote-q1')).toEqual({ kind: 'sent' })
  expect(await sendDelivery(deps, 'lead-1-quote-q1')).toEqual({ kind: 'dropped' })
  const [email, ...others] = sink.to('aoife@example.com')
  expect(others).toEqual([])
  expect(email?.messageId).toBe('<lead-1-quote-q1@kerbside.example>')
  expect(email?.parsed.from?.text).toBe('"Kerbside" <quotes@kerbside.example>')
  expect(email?.text).toContain('Our quote: £2,450.00')
  expect(email?.text).toContain('Includes the drains.\n\nTwo days’ work.\n\nMia, Kerbside')
  expect(email?.html).toContain('£2,450.00')
})

test('the quote of a firm names it as the sender beside us, from our address, in the subject and in the text', async () => {
  const deps = await depsFor()
  const firm = { id: 'f1', name: 'Stone & Sons\r\nBcc: eve@example.com' }
  const quote = { id: 'q1', amount: 245_000, currency: 'GBP' as const, firm }
  await addLead(1, due({ ...aQuote('q1', 245_000), quote }))
  await run(deps, sent)
  await sendDelivery(deps, 'lead-1-quote-q1')
  const [email] = sink.to('aoife@example.com')
  const name = 'Stone & Sons Bcc: eve@example.com'
  expect(email?.parsed.from?.value).toEqual([{ name: `${name} via Kerbside`, address: 'quotes@kerbside.example' }])
  expect(email?.parsed.bcc).toBeUndefined()
  expect(email?.parsed.subject).toMatch(`Your quote from ${name} – `)
  expect(email?.text).toContain('Mia, Kerbside, for Stone & Sons')
  expect(email?.html).toContain('Stone &amp; Sons')
})

test('the PDF of a quote is attached to its email, in each try', async () => {
  const deps = await depsFor()
  const fileId = new Types.ObjectId()
  const file = { name: 'Offer für Byrne.pdf', size: 12 }
  await storeFile('quoteFiles', fileId, file.name, Buffer.from('%PDF-1.7 abc'))
  const { id } = await QuoteFileModel.create({
    ...aPdf,
    ...file,
    leadId: 1,
    fileId,
    createdAt: new Date(),
    expiresAt: null,
  })
  const quote = { id: 'q1', amount: 245_000, currency: 'GBP' as const, file: { id, ...file } }
  await addLead(1, due({ ...aQuote('q1', 245_000), quote }))
  await run(deps, sent)
  sink.behaviour.rejectMessage = () => 451
  expect(await sendDelivery(deps, 'lead-1-quote-q1')).toMatchObject({ kind: 'try-later' })
  delete sink.behaviour.rejectMessage
  expect(await sendDelivery(deps, 'lead-1-quote-q1')).toEqual({ kind: 'sent' })
  const [email, ...others] = sink.to('aoife@example.com')
  expect(others).toEqual([])
  expect(
    email?.parsed.attachments.map(({ filename, contentType, content }) => [filename, contentType, content.toString()]),
  ).toEqual([[file.name, 'application/pdf', '%PDF-1.7 abc']])
})

test('PDFs that were sent with no quote go after a day, those that were sent stay, and what no record names goes', async () => {
  const deps = await depsFor()
  await filesOf('quoteFiles').deleteMany({})
  // The last one began to be stored an hour ago and has no record.
  const unnamed = Types.ObjectId.createFromTime(minutesAgo(61).getTime() / 1_000)
  const files = [new Types.ObjectId(), new Types.ObjectId(), unnamed]
  for (const fileId of files) await storeFile('quoteFiles', fileId, 'offer.pdf', Buffer.from('%PDF-'))
  const record = { ...aPdf, leadId: 1, name: 'offer.pdf', size: 5, createdAt: minutesAgo(1_500) }
  await QuoteFileModel.create([
    { ...record, fileId: files[0], expiresAt: null },
    { ...record, fileId: files[1], expiresAt: minutesAgo(1) },
  ])
  await clearQuoteFiles(deps)
  expect(await filesOf('quoteFiles').distinct('_id')).toEqual([files[0]])
  expect(await QuoteFileModel.countDocuments()).toBe(1)
})

test('each quote of a lead has an email of its own, with its own amount', async () => {
  const deps = await depsFor()
  await addLead(1, due(aQuote('q1', 245_000), { kind: 'called', at: new Date(), by }))
  await run(deps, sent)
  await LeadModel.updateOne({ _id: 1 }, { $push: { activity: aQuote('q2', 199_999) } })
  await run(deps, sent)
  for (const { _id } of await DeliveryModel.find().sort({ _id: 1 }).lean()) await sendDelivery(deps, _id)
  expect(sink.emails.map(({ text }) => /Our quote: (\S+)/.exec(text)?.[1])).toEqual(['£2,450.00', '£1,999.99'])
})

test('a lead that was erased or stopped meanwhile gets no quote', async () => {
  const deps = await depsFor()
  await addLead(1, { ...due(aQuote('q1', 1)), email: '' })
  await run(deps, sent)
  expect(await DeliveryModel.countDocuments()).toBe(0)

  await LeadModel.updateOne({ _id: 1 }, { email: 'a@b.example' })
  await run(deps, sent)
  await LeadModel.updateOne({ _id: 1 }, { sharingStoppedAt: new Date(Date.now() - 61_000) })
  expect(await sendDelivery(deps, 'lead-1-quote-q1')).toEqual({ kind: 'dropped' })
  expect(await DeliveryModel.findById('lead-1-quote-q1').lean()).toMatchObject({ state: 'expired', sentAt: null })
  expect(sink.emails).toEqual([])
})

test('an event about a lead that is gone does nothing', async () => {
  const deps = await depsFor()
  await run(deps, sent)
  expect(await DeliveryModel.countDocuments()).toBe(0)
})
