import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import { useDatabase } from '@kerbside/schema/testing/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailSink, type MailSink } from '../testing/mail-sink.ts'
import { addFirms, addLead, run, runningWorker, testDeps, until, useWorkers } from '../testing/test-worker.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

useDatabase()
useWorkers()
let sink: MailSink
beforeEach(async () => {
  sink = await startMailSink()
})
afterEach(() => sink.stop())

const confirmation = 'lead-1-confirmation'
const depsFor = (changes: Record<string, string> = {}) => testDeps({ SMTP_URL: sink.url, ...changes })
const stateOf = (id: string) => DeliveryModel.findById(id).lean().orFail()

async function addConfirmation(deps: Parameters<typeof queueDeliveries>[0]) {
  await addLead(1)
  await queueDeliveries(deps, [{ leadId: 1, kind: 'confirmation', contractorId: null }])
}

test('a mail is sent once, under its fixed Message-ID, and written down', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  expect(await sendDelivery(deps, confirmation, false)).toEqual({ kind: 'sent' })
  expect(await sendDelivery(deps, confirmation, false)).toEqual({ kind: 'dropped' })

  expect(sink.mails).toHaveLength(1)
  const [mail] = sink.mails
  expect(mail?.to).toBe('aoife@example.com')
  expect(mail?.messageId).toBe('<lead-1-confirmation@kerbside.example>')
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.parsed.date).toBeInstanceOf(Date)
  expect(mail?.parsed.from?.text).toBe('"Kerbside" <quotes@kerbside.example>')
  expect(mail?.text).toContain('KB-')
  expect(mail?.html).toContain('KB-')
  const { state, attempts, sentAt, claimedUntil, lastError } = await stateOf(confirmation)
  expect([state, attempts, claimedUntil, lastError]).toEqual(['sent', 1, null, null])
  expect(sentAt).toBeInstanceOf(Date)
})

test('of ten runs at once one sends and the others wait for it', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  sink.manners.delayMs = 300
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => sendDelivery(deps, confirmation, false)))
  expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'claimed-elsewhere')).toHaveLength(9)
  expect(sink.mails).toHaveLength(1)
})

test('a mail whose claim has run out is sent again, under the same Message-ID', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  await DeliveryModel.updateOne(
    { _id: confirmation },
    { state: 'sending', claimedUntil: new Date(Date.now() + 60_000) },
  )
  expect(await sendDelivery(deps, confirmation, false)).toMatchObject({ kind: 'claimed-elsewhere' })
  await DeliveryModel.updateOne({ _id: confirmation }, { claimedUntil: new Date(Date.now() - 1) })
  expect(await sendDelivery(deps, confirmation, false)).toEqual({ kind: 'sent' })
  expect(sink.mails.map(({ messageId }) => messageId)).toEqual(['<lead-1-confirmation@kerbside.example>'])
})

test('a job whose mail another worker has in hand is put off, not failed', async () => {
  const deps = await runningWorker({ SMTP_URL: sink.url, MAIL_ATTEMPTS: '1' })
  await addLead(1)
  const claimedUntil = new Date(Date.now() + 1_500)
  await DeliveryModel.create({ _id: confirmation, leadId: 1, kind: 'confirmation', state: 'sending', claimedUntil })
  await deps.enqueueAll([sendJob({ id: confirmation, round: 0 })])
  await until(() => sink.mails.length === 1)
  expect(sink.mails[0]?.at).toBeGreaterThanOrEqual(claimedUntil.getTime())
  await until(async () => (await stateOf(confirmation)).state === 'sent')
})

test('a refusal for now is tried again, and the last try gives up', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  sink.manners.refuseRecipient = () => 451
  expect(await sendDelivery(deps, confirmation, false)).toMatchObject({ kind: 'try-later' })
  expect(await stateOf(confirmation)).toMatchObject({ state: 'queued', attempts: 1, claimedUntil: null })
  expect(await sendDelivery(deps, confirmation, true)).toMatchObject({ kind: 'given-up' })
  const { state, lastError } = await stateOf(confirmation)
  expect(state).toBe('failed')
  expect(lastError).toContain('451')
  expect(lastError).not.toContain('@')
})

test('a refusal for good gives up at once, and says so without the address', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  sink.manners.refuseRecipient = () => 550
  expect(await sendDelivery(deps, confirmation, false)).toMatchObject({ kind: 'given-up' })
  const { state, lastError } = await stateOf(confirmation)
  expect(state).toBe('failed')
  expect(lastError).toContain('550')
  expect(lastError).toContain('[address]')
  expect(lastError).not.toContain('@')
})

test('a message refused after it was read is given up at once or tried again, by its code', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  sink.manners.refuseMessage = () => 452
  expect(await sendDelivery(deps, confirmation, false)).toMatchObject({ kind: 'try-later' })
  sink.manners.refuseMessage = () => 554
  expect(await sendDelivery(deps, confirmation, false)).toMatchObject({ kind: 'given-up' })
})

test('a mail server that hangs is left well before the claim runs out', async () => {
  const deps = await depsFor({ MAIL_CLAIM_SECONDS: '4' })
  await addConfirmation(deps)
  sink.manners.delayMs = 20_000
  const start = Date.now()
  expect(await sendDelivery(deps, confirmation, false)).toMatchObject({ kind: 'try-later' })
  expect(Date.now() - start).toBeLessThan(3_800)
  expect(await stateOf(confirmation)).toMatchObject({
    state: 'queued',
    lastError: expect.stringContaining('took longer'),
  })
})

test('with the mail server down a mail is tried again, then given up, and goes out once on demand', async () => {
  await sink.goDown()
  const deps = await runningWorker({ SMTP_URL: sink.url, MAIL_ATTEMPTS: '3', MAIL_BACKOFF_MS: '50' })
  await addConfirmation(deps)
  await until(async () => (await stateOf(confirmation)).state === 'failed')
  expect(await stateOf(confirmation)).toMatchObject({ attempts: 3, lastError: expect.stringContaining('ECONNREFUSED') })

  await sink.comeBack()
  const { _id, round } = await DeliveryModel.findOneAndUpdate(
    { _id: confirmation, state: 'failed' },
    { state: 'queued', $inc: { round: 1 } },
    { returnDocument: 'after' },
  )
    .lean()
    .orFail()
  await deps.enqueueAll([sendJob({ id: _id, round })])
  await until(async () => (await stateOf(confirmation)).state === 'sent')
  expect(sink.mails).toHaveLength(1)
  expect(await stateOf(confirmation)).toMatchObject({ attempts: 4, lastError: null })
})

test('the mails of a deleted lead are dropped', async () => {
  const deps = await depsFor()
  await addConfirmation(deps)
  await LeadModel.deleteOne({ _id: 1 })
  expect(await sendDelivery(deps, confirmation, false)).toEqual({ kind: 'dropped' })
  expect(await DeliveryModel.countDocuments({})).toBe(0)
  expect(sink.mails).toEqual([])
})

async function addOffer(deps: Parameters<typeof run>[0]) {
  await addLead(1)
  const [firm] = await addFirms(1)
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  const contractorId = String(firm?._id)
  return { contractorId, id: `lead-1-offer-${contractorId}` }
}

test.for([
  ['accepted', 'accepted'],
  ['declined', 'declined'],
  ['withdrawn', 'expired'],
  ['expired', 'expired'],
] as const)('an offer that is %s by now is not mailed', async ([offer, delivery]) => {
  const deps = await depsFor()
  const { id } = await addOffer(deps)
  await LeadModel.updateOne({ _id: 1 }, { 'offers.0.state': offer })
  expect(await sendDelivery(deps, id, false)).toEqual({ kind: 'dropped' })
  expect(sink.mails).toEqual([])
  expect((await stateOf(id)).state).toBe(delivery)
})

test('an offer to a firm that was deleted or switched off goes to the next one', async () => {
  const deps = await depsFor()
  const { id, contractorId } = await addOffer(deps)
  await ContractorModel.updateOne({ _id: contractorId }, { active: false })
  expect(await sendDelivery(deps, id, false)).toEqual({ kind: 'dropped' })
  const lead = await LeadModel.findById(1).lean().orFail()
  expect(lead.offers[0]?.state).toBe('withdrawn')
  expect(lead.outbox.map(({ type }) => type)).toEqual(['offer.declined'])
})

test('contact details go to nobody whose offer is not accepted', async () => {
  const deps = await depsFor()
  const { contractorId } = await addOffer(deps)
  await queueDeliveries(deps, [{ leadId: 1, kind: 'contact-details', contractorId }])
  expect(await sendDelivery(deps, `lead-1-contact-details-${contractorId}`, false)).toEqual({ kind: 'dropped' })
  expect(sink.mails).toEqual([])
})

test('a firm that accepts while its mail is being written down stays accepted', async () => {
  const deps = await depsFor()
  const { id } = await addOffer(deps)
  sink.manners.delayMs = 300
  const sending = sendDelivery(deps, id, false)
  await until(() => sink.mails.length === 1)
  await DeliveryModel.updateOne({ _id: id }, { state: 'accepted' })
  await sending
  const { state, sentAt } = await stateOf(id)
  expect(state).toBe('accepted')
  expect(sentAt).toBeInstanceOf(Date)
})

test('nothing that a homeowner or a firm types reaches the headers', async () => {
  const deps = await depsFor()
  await addLead(1, { fullName: 'Eve\r\nBcc: victim@example.com', firstName: 'http://evil.example' })
  await addFirms(1, { name: 'Sly\r\nBcc: other@example.com\r\n\r\nHello' })
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  for (const { _id } of await DeliveryModel.find().lean()) await sendDelivery(deps, _id, false)
  expect(sink.mails).toHaveLength(2)
  for (const mail of sink.mails) {
    expect(mail.parsed.bcc).toBeUndefined()
    expect(mail.to).not.toContain(',')
    expect(mail.headers.has('bcc')).toBe(false)
  }
  expect(sink.to('aoife@example.com')[0]?.text).toContain('Hello,\n')
})
