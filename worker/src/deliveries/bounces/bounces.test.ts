import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { expect, test } from 'vitest'
import {
  addUser,
  bounceDomain,
  bounceNotices,
  hard,
  reportOf,
  soft,
  storedDelivery,
  useBounces,
} from '../../testing/bounces.ts'
import { addLead, testDeps } from '../../testing/test-worker.ts'
import { queueDeliveries } from '../queue-deliveries.ts'
import { sendDelivery } from '../send-delivery.ts'

const bounces = useBounces()
const confirmation = 'lead-1-confirmation'

async function sendConfirmation(): Promise<string> {
  await addLead(1)
  await queueDeliveries(bounces.deps, [{ leadId: 1, kind: 'confirmation', contractorId: null }])
  expect(await sendDelivery(bounces.deps, confirmation)).toEqual({ kind: 'sent' })
  return bounces.sink.emails.at(-1)?.sender ?? ''
}

const rejection = async (to: string | string[], raw = hard) =>
  bounces.deliver(to, raw).then(
    () => 'taken',
    (error: { responseCode?: number }) => error.responseCode,
  )

test('a hard bounce is stored once, without the address, and the homeowner gets no more emails', async () => {
  const manager = await addUser('manager')
  const sender = await sendConfirmation()
  expect(sender).toMatch(/^bounce\+[\da-f]{40}@bounces\.example$/)
  await bounces.deliver(sender.toUpperCase(), hard)
  const { state, bounce } = await storedDelivery(confirmation)
  expect(state).toBe('bounced')
  expect(bounce).toMatchObject({ hard: true, status: '5.1.1', pauses: true })
  expect(bounce?.reason).toBe('550 5.1.1 <[address]>: [address] is $unknown here')
  const at = bounce?.at
  await bounces.deliver(sender, hard)
  expect((await storedDelivery(confirmation)).bounce?.at).toEqual(at)
  expect(await bounceNotices()).toEqual([{ userId: manager, leadId: 1, contractorId: null }])

  const next = 'lead-1-check-request'
  await queueDeliveries(bounces.deps, [{ leadId: 1, kind: 'check-request', contractorId: null }])
  expect(await sendDelivery(bounces.deps, next)).toEqual({ kind: 'dropped' })
  expect(await storedDelivery(next)).toMatchObject({ state: 'failed', lastError: expect.stringContaining('came back') })
})

test('a homeowner who has corrected the address by then keeps getting emails', async () => {
  const sender = await sendConfirmation()
  await LeadModel.updateOne({ _id: 1 }, { email: 'other@example.com' })
  await bounces.deliver(sender, hard)
  expect(await storedDelivery(confirmation)).toMatchObject({ state: 'bounced', bounce: { hard: true, pauses: false } })
})

test('staff are told of the address by email, and no longer once it may get emails again', async () => {
  await addUser('manager')
  await bounces.deliver(await sendConfirmation(), hard)
  const notice = await DeliveryModel.findOne({ kind: 'address-bounced' }).lean().orFail()
  expect(await sendDelivery(bounces.deps, notice._id)).toEqual({ kind: 'sent' })
  expect(bounces.sink.emails.at(-1)).toMatchObject({
    to: 'manager@kerbside.test',
    subject: expect.stringContaining('came back'),
  })
  expect(bounces.sink.emails.at(-1)?.text).not.toMatch(/aoife/i)
  await DeliveryModel.updateOne({ _id: notice._id }, { state: 'queued' })
  await DeliveryModel.updateOne({ _id: confirmation }, { 'bounce.pauses': false })
  expect(await sendDelivery(bounces.deps, notice._id)).toEqual({ kind: 'dropped' })
})

test('a soft bounce is stored and stops nothing', async () => {
  await addUser('manager')
  await bounces.deliver(await sendConfirmation(), soft)
  expect(await storedDelivery(confirmation)).toMatchObject({ state: 'bounced', bounce: { hard: false, pauses: false } })
  expect(await bounceNotices()).toEqual([])
  await queueDeliveries(bounces.deps, [{ leadId: 1, kind: 'check-request', contractorId: null }])
  expect(await sendDelivery(bounces.deps, 'lead-1-check-request')).toEqual({ kind: 'sent' })
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
  expect(await bounces.deliver(sender, message)).toMatch(/^250/)
  expect(await storedDelivery(confirmation)).toMatchObject({ state: 'sent', bounce: null })
})

test('of one email ten reports are read that change nothing, and none once its bounce is stored', async () => {
  const sender = await sendConfirmation()
  const deliver = async (report: string) => {
    expect(await bounces.deliver(sender, report)).toMatch(/^250/)
    return storedDelivery(confirmation)
  }
  const late = reportOf('Action: delayed', 'Status: 4.4.1')
  expect(await deliver(late)).toMatchObject({ state: 'sent', reportsRead: 1 })
  await DeliveryModel.updateOne({ _id: confirmation }, { reportsRead: 9 })
  expect(await deliver(late)).toMatchObject({ state: 'sent', reportsRead: 10 })
  expect(await deliver(hard)).toMatchObject({ state: 'sent', bounce: null, reportsRead: 10 })

  // A resend is another email.
  await DeliveryModel.updateOne({ _id: confirmation }, { $set: { state: 'queued' }, $inc: { round: 1 } })
  await sendDelivery(bounces.deps, confirmation)
  const second = bounces.sink.emails.at(-1)?.sender ?? ''
  await bounces.deliver(second, soft)
  expect(await bounces.deliver(second, hard)).toMatch(/^250/)
  expect(await storedDelivery(confirmation)).toMatchObject({
    state: 'bounced',
    bounce: { hard: false },
    reportsRead: 1,
  })
})

test('no other recipient is taken', async () => {
  const sender = await sendConfirmation()
  const forged = sender.replace(/\+./, (start) => (start === '+0' ? '+1' : '+0'))
  for (const to of [
    forged,
    sender.replace(bounceDomain, 'example.com'),
    'aoife@example.com',
    `postmaster@${bounceDomain}`,
  ]) {
    expect(await rejection(to)).toBe(550)
  }
  expect(await storedDelivery(confirmation)).toMatchObject({ state: 'sent', bounce: null })
})

test('a report that is too large is rejected', async () => {
  const sender = await sendConfirmation()
  expect(await rejection(sender, `${hard}${'x'.repeat(70)}\r\n`.padEnd(600_000, 'x\r\n'))).toBe(552)
  expect((await storedDelivery(confirmation)).bounce).toBeNull()
})

test('a resend has an envelope sender of its own, and a late report about the first one is rejected', async () => {
  const first = await sendConfirmation()
  await DeliveryModel.updateOne({ _id: confirmation }, { $set: { state: 'queued' }, $inc: { round: 1 } })
  await sendDelivery(bounces.deps, confirmation)
  expect(bounces.sink.emails.at(-1)?.sender).not.toBe(first)
  expect(await rejection(first)).toBe(550)
})

test('without a domain for bounces an email has its own sender', async () => {
  bounces.deps = await testDeps({ SMTP_URL: bounces.sink.url })
  expect(await sendConfirmation()).toBe('quotes@kerbside.example')
})
