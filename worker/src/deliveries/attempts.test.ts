import { keptAttempts } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { EmailTemplateModel } from '@kerbside/schema/emails/email-template.model'
import { templateOf } from '@kerbside/schema/emails/templates'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { useMailSink } from '../testing/mail-sink.ts'
import { addLead, testDeps } from '../testing/test-worker.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

useDatabase()
const sink = useMailSink()

const id = 'lead-1-confirmation'
const stored = () => DeliveryModel.findById(id).lean().orFail()

async function addConfirmation() {
  const deps = await testDeps({ SMTP_URL: sink.url })
  await addLead(1)
  await queueDeliveries(deps, [{ leadId: 1, kind: 'confirmation', contractorId: null }])
  return deps
}

test('a delivery keeps each try, with the answer of the mail server and without the address', async () => {
  const deps = await addConfirmation()
  sink.behaviour.rejectRecipient = () => 451
  await sendDelivery(deps, id)
  sink.behaviour.rejectRecipient = () => undefined
  await sendDelivery(deps, id)
  const { attemptLog = [], attempts } = await stored()
  expect(attempts).toBe(2)
  expect(attemptLog.map(({ round, code }) => [round, code])).toEqual([
    [0, 451],
    [0, 250],
  ])
  expect(attemptLog[0]?.answer).toContain('[address]')
  expect(JSON.stringify(attemptLog)).not.toMatch(/@|aoife/i)
  for (const { at, ms } of attemptLog) {
    expect(at).toBeInstanceOf(Date)
    expect(ms).toBeGreaterThanOrEqual(0)
  }
})

test('a delivery keeps the Message-ID and the template of the email that was sent', async () => {
  const deps = await addConfirmation()
  expect(await stored()).toMatchObject({ messageId: null, template: null })
  await sendDelivery(deps, id)
  expect(await stored()).toMatchObject({
    messageId: sink.emails[0]?.messageId,
    template: { name: 'confirmation', version: 'built-in 1' },
  })
})

test('words that an admin saved are told by their version', async () => {
  const deps = await addConfirmation()
  const words = templateOf('confirmation').builtIn
  const saved = { version: 2, words, savedAt: deps.now(), savedBy: { id: 'u', name: 'Ada' } }
  await EmailTemplateModel.create({ _id: 'confirmation', version: 2, versions: [saved] })
  await sendDelivery(deps, id)
  expect((await stored()).template).toEqual({ name: 'confirmation', version: '2' })
})

test('a try without an answer has no code', async () => {
  const deps = await addConfirmation()
  await sink.goDown()
  await sendDelivery(deps, id)
  expect((await stored()).attemptLog).toMatchObject([{ code: null, answer: expect.stringContaining('ECONNREFUSED') }])
})

test('a resend is a try of its round', async () => {
  const deps = await addConfirmation()
  sink.behaviour.rejectRecipient = () => 550
  await sendDelivery(deps, id)
  await DeliveryModel.updateOne({ _id: id }, { $set: { state: 'queued', refused: false }, $inc: { round: 1 } })
  sink.behaviour.rejectRecipient = () => undefined
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'sent' })
  expect((await stored()).attemptLog).toMatchObject([
    { round: 0, code: 550 },
    { round: 1, code: 250 },
  ])
})

test('only the latest tries are kept', async () => {
  const deps = await addConfirmation()
  const old = { at: new Date(0), ms: 1, round: 0, code: 451, answer: 'old' }
  await DeliveryModel.updateOne({ _id: id }, { attemptLog: Array.from({ length: keptAttempts }, () => old) })
  await sendDelivery(deps, id)
  const { attemptLog = [] } = await stored()
  expect(attemptLog).toHaveLength(keptAttempts)
  expect(attemptLog.at(-1)).toMatchObject({ code: 250 })
})
