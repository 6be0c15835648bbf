import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { sized } from '@kerbside/schema/testing/drill'
import { expect, onTestFinished, test } from 'vitest'
import { heldConnection } from '../../../tools/testing/held-connection.ts'
import { useMailSink, type SinkBehaviour } from '../testing/mail-sink.ts'
import { addWaitingLead, runningWorker, until, useWorkers } from '../testing/test-worker.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const mail = 'lead-1-confirmation'
const stateOf = () => DeliveryModel.findById(mail).lean()

/** Two workers beside each other, which look for abandoned mails each second. */
async function twoWorkers(url = sink.url) {
  const settings = {
    SMTP_URL: url,
    REDIS_PREFIX: newRedisPrefix(),
    MAIL_CLAIM_SECONDS: '1',
    SWEEP_EVERY_SECONDS: '1',
    MAIL_TIMEOUT_SECONDS: '60',
  }
  const changes = url === sink.url ? {} : { MAIL_TIMEOUT_SECONDS: sized({ short: '2', long: '5' }) }
  return [await runningWorker({ ...settings, ...changes }), await runningWorker({ ...settings, ...changes })]
}

const triedAndWaiting = async () => {
  const delivery = await stateOf()
  return delivery?.state === 'queued' && delivery.attempts > 0
}

async function expectSentOnce() {
  await until(async () => (await stateOf())?.state === 'sent')
  expect(sink.mails.map(({ messageId }) => messageId)).toEqual([`<${mail}@kerbside.example>`])
}

const recipient = (code: number): SinkBehaviour => ({ rejectRecipient: () => code })
const message = (code: number): SinkBehaviour => ({ rejectMessage: () => code })

test.each([
  ['421 to the recipient', recipient(421)],
  ['421 to the message', message(421)],
  ['450 to the recipient', recipient(450)],
  ['450 to the message', message(450)],
])('%s: the mail waits, and goes out once when the server takes it', async (_answer, behaviour) => {
  Object.assign(sink.behaviour, behaviour)
  await twoWorkers()
  await addWaitingLead(1)
  await until(triedAndWaiting)
  expect(sink.mails).toEqual([])
  sink.behaviour.rejectRecipient = sink.behaviour.rejectMessage = () => undefined
  await expectSentOnce()
})

test.each([
  ['550 to the recipient', recipient(550)],
  ['550 to the message', message(550)],
  ['552 to the recipient', recipient(552)],
  ['552 to the message', message(552)],
])('%s: the mail is given up after one try, and the next mail is sent', async (_answer, behaviour) => {
  Object.assign(sink.behaviour, behaviour)
  await twoWorkers()
  await addWaitingLead(1)
  await until(async () => (await stateOf())?.state === 'failed')
  sink.behaviour.rejectRecipient = sink.behaviour.rejectMessage = () => undefined
  await addWaitingLead(2)
  await until(() => sink.mails.length > 0)
  expect(sink.mails.map(({ messageId }) => messageId)).toEqual(['<lead-2-confirmation@kerbside.example>'])
  expect(await stateOf()).toMatchObject({ state: 'failed', attempts: 1, refused: true, nextTryAt: null })
})

test('a half-open connection, on which the server says nothing: the mail waits, and goes out once', async () => {
  const way = await heldConnection('127.0.0.1', sink.port)
  onTestFinished(way.close)
  way.hold()
  await twoWorkers(`smtp://127.0.0.1:${way.port}`)
  await addWaitingLead(1)
  await until(triedAndWaiting)
  expect(sink.mails).toEqual([])
  way.release()
  await expectSentOnce()
})

const late = sized({ short: 5, long: 25 })
test(`an answer ${late} seconds late, beyond many claims: the mail goes out once`, async () => {
  sink.behaviour.delayMs = late * 1_000
  await twoWorkers()
  await addWaitingLead(1)
  await expectSentOnce()
  expect((await stateOf())?.attempts).toBe(1)
})
