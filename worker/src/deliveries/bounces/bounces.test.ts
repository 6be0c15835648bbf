import { checkFirms, ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { UserModel } from '@kerbside/schema/users/user.model'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useMailSink } from '../../testing/mail-sink.ts'
import { addFirms, addLead, run, testDeps, useWorkers } from '../../testing/test-worker.ts'
import type { Deps } from '../../deps.ts'
import { queueDeliveries } from '../queue-deliveries.ts'
import { sendDelivery } from '../send-delivery.ts'
import { startBounceServer } from './bounce-server.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const domain = 'bounces.example'
const confirmation = 'lead-1-confirmation'
let deps: Deps
let server: Awaited<ReturnType<typeof startBounceServer>>

beforeEach(async () => {
  deps = await testDeps({ SMTP_URL: sink.url, BOUNCE_DOMAIN: domain, BOUNCE_PORT: '0' })
  server = await startBounceServer(deps, domain)
})
afterEach(() => server.stop())

const stored = (id: string) => DeliveryModel.findById(id).lean().orFail()
const noticesTo = async () =>
  (await DeliveryModel.find({ kind: 'address-bounced' }).lean()).map(({ userId, leadId, contractorId }) => ({
    userId,
    leadId,
    contractorId,
  }))

const addUser = async (role: 'admin' | 'manager') =>
  String(
    (
      await UserModel.create({
        name: role,
        email: `${role}@kerbside.test`,
        role,
        status: 'active',
        passwordHash: 'none',
      })
    )._id,
  )

async function sendConfirmation(): Promise<string> {
  await addLead(1)
  await queueDeliveries(deps, [{ leadId: 1, kind: 'confirmation', contractorId: null }])
  expect(await sendDelivery(deps, confirmation)).toEqual({ kind: 'sent' })
  return sink.mails.at(-1)?.sender ?? ''
}

/** A delivery status notification as mail servers send it. */
const reportOf = (...fields: string[]) =>
  [
    'From: Mail Delivery System <mailer-daemon@mx.example>',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; aoife@example.com',
    ...fields,
    '',
    '--b--',
    '',
  ].join('\r\n')

const hard = reportOf(
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1',
  ' <aoife@example.com>: aoife is $unknown here',
)
const soft = reportOf('Action: failed', 'Status: 4.4.7')

async function deliver(to: string | string[], raw: string): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true })
  try {
    const { response } = await transport.sendMail({ envelope: { from: '', to }, raw })
    return response
  } finally {
    transport.close()
  }
}
const refusal = async (to: string | string[], raw = hard) =>
  deliver(to, raw).then(
    () => 'taken',
    (error: { responseCode?: number }) => error.responseCode,
  )

test('a hard bounce is stored once, without the address, and the homeowner gets no more emails', async () => {
  const manager = await addUser('manager')
  const sender = await sendConfirmation()
  expect(sender).toMatch(/^bounce\+[\da-f]{40}@bounces\.example$/)
  await deliver(sender.toUpperCase(), hard)
  const { state, bounce } = await stored(confirmation)
  expect(state).toBe('bounced')
  expect(bounce).toMatchObject({ hard: true, status: '5.1.1', pauses: true })
  expect(bounce?.reason).toBe('550 5.1.1 <[address]>: [address] is $unknown here')
  const at = bounce?.at
  await deliver(sender, hard)
  expect((await stored(confirmation)).bounce?.at).toEqual(at)
  expect(await noticesTo()).toEqual([{ userId: manager, leadId: 1, contractorId: null }])

  const next = 'lead-1-check-request'
  await queueDeliveries(deps, [{ leadId: 1, kind: 'check-request', contractorId: null }])
  expect(await sendDelivery(deps, next)).toEqual({ kind: 'dropped' })
  expect(await stored(next)).toMatchObject({ state: 'failed', lastError: expect.stringContaining('came back') })
})

test('a homeowner who has corrected the address by then keeps getting emails', async () => {
  const sender = await sendConfirmation()
  await LeadModel.updateOne({ _id: 1 }, { email: 'other@example.com' })
  await deliver(sender, hard)
  expect(await stored(confirmation)).toMatchObject({ state: 'bounced', bounce: { hard: true, pauses: false } })
})

test('staff are told of the address by email, and no longer once it may get emails again', async () => {
  await addUser('manager')
  await deliver(await sendConfirmation(), hard)
  const notice = await DeliveryModel.findOne({ kind: 'address-bounced' }).lean().orFail()
  expect(await sendDelivery(deps, notice._id)).toEqual({ kind: 'sent' })
  expect(sink.mails.at(-1)).toMatchObject({
    to: 'manager@kerbside.test',
    subject: expect.stringContaining('came back'),
  })
  expect(sink.mails.at(-1)?.text).not.toMatch(/aoife/i)
  await DeliveryModel.updateOne({ _id: notice._id }, { state: 'queued' })
  await DeliveryModel.updateOne({ _id: confirmation }, { 'bounce.pauses': false })
  expect(await sendDelivery(deps, notice._id)).toEqual({ kind: 'dropped' })
})

test('a soft bounce is stored and stops nothing', async () => {
  await addUser('manager')
  await deliver(await sendConfirmation(), soft)
  expect(await stored(confirmation)).toMatchObject({ state: 'bounced', bounce: { hard: false, pauses: false } })
  expect(await noticesTo()).toEqual([])
  await queueDeliveries(deps, [{ leadId: 1, kind: 'check-request', contractorId: null }])
  expect(await sendDelivery(deps, 'lead-1-check-request')).toEqual({ kind: 'sent' })
})

test.each([
  ['a delay', reportOf('Action: delayed', 'Status: 4.4.1')],
  ['a success', reportOf('Action: delivered', 'Status: 2.0.0')],
  ['a status that is none', reportOf('Action: failed', 'Status: 5')],
  ['an absence note', 'From: a@b.example\r\nSubject: Away\r\n\r\nI am away.\r\nAction: failed\r\nStatus: 5.1.1\r\n'],
  ['an empty message', '\r\n'],
  ['bytes that are no email', `\u0000\u0001${'ÿ'.repeat(2_000)}\r\n`],
  [
    'parts in parts in parts',
    Array.from(
      { length: 3_000 },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary="b${at + 1}"\r\n`,
    ).join('\r\n'),
  ],
])('%s is taken and changes nothing', async (_name, message) => {
  const sender = await sendConfirmation()
  expect(await deliver(sender, message)).toMatch(/^250/)
  expect(await stored(confirmation)).toMatchObject({ state: 'sent', bounce: null })
})

test('no other recipient is taken', async () => {
  const sender = await sendConfirmation()
  const forged = sender.replace(/\+./, (start) => (start === '+0' ? '+1' : '+0'))
  for (const to of [forged, sender.replace(domain, 'example.com'), 'aoife@example.com', `postmaster@${domain}`]) {
    expect(await refusal(to)).toBe(550)
  }
  expect(await stored(confirmation)).toMatchObject({ state: 'sent', bounce: null })
})

test('a report that is too large is refused', async () => {
  const sender = await sendConfirmation()
  expect(await refusal(sender, `${hard}${'x'.repeat(70)}\r\n`.padEnd(600_000, 'x\r\n'))).toBe(552)
  expect((await stored(confirmation)).bounce).toBeNull()
})

test('a resend has an envelope sender of its own, and a late report about the first one is refused', async () => {
  const first = await sendConfirmation()
  await DeliveryModel.updateOne({ _id: confirmation }, { $set: { state: 'queued' }, $inc: { round: 1 } })
  await sendDelivery(deps, confirmation)
  expect(sink.mails.at(-1)?.sender).not.toBe(first)
  expect(await refusal(first)).toBe(550)
})

async function addFirm(): Promise<string> {
  const [firm] = await addFirms(1)
  return String(firm?._id)
}

async function sendOffer(leadId: number, contractorId: string): Promise<string> {
  await addLead(leadId)
  await run(deps, { name: 'lead.submitted', data: { leadId } })
  expect(await sendDelivery(deps, `lead-${leadId}-offer-${contractorId}`)).toEqual({ kind: 'sent' })
  return sink.mails.at(-1)?.sender ?? ''
}

test('a digest that came back is shown at each of its jobs, which after a hard bounce go to the next firm', async () => {
  const tomorrow = { ...deps, now: () => new Date(Date.now() + 2 * 86_400_000) }
  const offered = async () => (await DeliveryModel.find({ kind: 'offer' }).lean()).map(({ state }) => state)
  await addFirms(1, { offerEmails: 'daily' })
  for (const id of [1, 2]) {
    await addLead(id, { email: '' })
    await run(deps, { name: 'lead.submitted', data: { leadId: id } })
    const lead = await LeadModel.findById(id).lean().orFail()
    // Long enough for the clock of this test.
    await LeadModel.updateOne({ _id: id }, { 'offers.0.expiresAt': new Date(Date.now() + 9 * 86_400_000) })
    expect(lead.offers).toHaveLength(1)
  }
  const digest = (await DeliveryModel.findOne({ kind: 'offer-digest' }).lean().orFail())._id
  expect(await sendDelivery(tomorrow, digest)).toEqual({ kind: 'sent' })
  const sender = sink.mails.at(-1)?.sender ?? ''
  await deliver(sender, soft)
  expect(await offered()).toEqual(['bounced', 'bounced'])
  const offers = async () => (await LeadModel.find().lean()).map((lead) => lead.offers[0]?.state)
  expect(await offers()).toEqual(['offered', 'offered'])

  await DeliveryModel.updateMany({}, { bounce: null })
  await DeliveryModel.updateMany({}, { state: 'sent' })
  await deliver(sender, hard)
  expect(await offers()).toEqual(['undeliverable', 'undeliverable'])
  expect((await stored(digest)).bounce).toMatchObject({ hard: true, status: '5.1.1' })
  expect((await ContractorModel.findOne().lean())?.addressBounce).toMatchObject({ address: 'firm-1@firms.example' })
})

test('a firm whose address bounces loses the offer and gets no more, and admins are told once', async () => {
  const admin = await addUser('admin')
  const firm = await addFirm()
  const [first, second] = [await sendOffer(1, firm), await sendOffer(2, firm)]
  await deliver(first, hard)
  expect((await LeadModel.findById(1).lean())?.offers).toMatchObject([{ contractorId: firm, state: 'undeliverable' }])
  expect((await stored(`lead-1-offer-${firm}`)).state).toBe('bounced')
  await deliver(second, hard)
  expect(await noticesTo()).toEqual([{ userId: admin, leadId: null, contractorId: firm }])
  const [reason] = await checkFirms({ trade: 'driveways', postcode: 'SW1A 1AA' }, deps.now())
  expect(reason).toMatchObject({ matched: false, reasons: ['Its address bounced: emails to it come back'] })
  await addLead(3)
  await run(deps, { name: 'lead.submitted', data: { leadId: 3 } })
  expect((await LeadModel.findById(3).lean())?.offers).toEqual([])
})

test('a firm that has another address by then keeps getting emails', async () => {
  const firm = await addFirm()
  const sender = await sendOffer(1, firm)
  await ContractorModel.updateOne({ _id: firm }, { email: 'new@firm.example' })
  await deliver(sender, hard)
  const [reason] = await checkFirms({ trade: 'driveways', postcode: 'SW1A 1AA' }, deps.now())
  expect(reason).toMatchObject({ matched: true })
})

test('without a domain for bounces an email has its own sender', async () => {
  deps = await testDeps({ SMTP_URL: sink.url })
  expect(await sendConfirmation()).toBe('quotes@kerbside.example')
})
