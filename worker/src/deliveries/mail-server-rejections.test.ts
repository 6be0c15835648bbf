import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { startMailSink, type MailSink, type SinkBehaviour } from '../testing/mail-sink.ts'
import { addLead, runningWorker, until, useClock, useWorkers } from '../testing/test-worker.ts'
import { queueDeliveries } from './queue-deliveries.ts'

// Two workers beside each other and a mail server, for all tests: each has two leads of its own.
useDatabase()
useWorkers({ forWholeFile: true })
let sink: MailSink
let workers: Deps[]
let clock: ReturnType<typeof useClock>
let lead = 1
beforeAll(async () => {
  sink = await startMailSink()
  const settings = { SMTP_URL: sink.url, REDIS_PREFIX: newRedisPrefix(), SWEEP_EVERY_SECONDS: '1' }
  workers = [await runningWorker(settings), await runningWorker(settings)]
  clock = useClock(...workers)
})
afterAll(() => sink.stop())
beforeEach(() => {
  lead += 2
  sink.emails.length = 0
})

const emailOf = (id: number) => `lead-${id}-confirmation`
const stateOf = () => DeliveryModel.findById(emailOf(lead)).lean()

async function sendConfirmation(id: number) {
  const [deps] = workers
  if (!deps) throw new Error('no worker runs')
  await addLead(id, { email: `homeowner-${id}@example.com` })
  await queueDeliveries(deps, [{ leadId: id, kind: 'confirmation', contractorId: null }])
}

const triedAndWaiting = async () => {
  const delivery = await stateOf()
  return delivery?.state === 'queued' && delivery.attempts > 0
}

const takeAll = () => (sink.behaviour.rejectRecipient = sink.behaviour.rejectMessage = () => undefined)
const messageIds = () => sink.emails.map(({ messageId }) => messageId)

const recipient = (code: number): SinkBehaviour => ({ rejectRecipient: () => code })
const message = (code: number): SinkBehaviour => ({ rejectMessage: () => code })

test.each([
  ['421 to the recipient', recipient(421)],
  ['421 to the message', message(421)],
  ['450 to the recipient', recipient(450)],
  ['450 to the message', message(450)],
])('%s: the email waits, and goes out once when the server takes it', async (_answer, behaviour) => {
  Object.assign(sink.behaviour, behaviour)
  await sendConfirmation(lead)
  await until(triedAndWaiting)
  expect(sink.emails).toEqual([])
  takeAll()
  clock.advance(10_000)
  await until(async () => (await stateOf())?.state === 'sent')
  expect(messageIds()).toEqual([`<${emailOf(lead)}@kerbside.example>`])
})

test.each([
  ['550 to the recipient', recipient(550)],
  ['550 to the message', message(550)],
  ['552 to the recipient', recipient(552)],
  ['552 to the message', message(552)],
])('%s: the email is given up after a second try, and the next email is sent', async (_answer, behaviour) => {
  Object.assign(sink.behaviour, behaviour)
  await sendConfirmation(lead)
  await until(triedAndWaiting)
  clock.advance(15_000)
  await until(async () => (await stateOf())?.state === 'failed')
  takeAll()
  await sendConfirmation(lead + 1)
  await until(() => sink.emails.length > 0)
  expect(messageIds()).toEqual([`<${emailOf(lead + 1)}@kerbside.example>`])
  expect(await stateOf()).toMatchObject({ state: 'failed', attempts: 2, refused: true, nextTryAt: null })
})
