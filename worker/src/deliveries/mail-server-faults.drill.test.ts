import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { expect, onTestFinished, test } from 'vitest'
import { heldConnection } from '../../../tools/testing/held-connection.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { addWaitingLead, runningWorker, until, useWorkers } from '../testing/test-worker.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const email = 'lead-1-confirmation'
const stateOf = () => DeliveryModel.findById(email).lean()

/** Two workers beside each other, which look for abandoned emails each second. */
async function twoWorkers(url = sink.url) {
  const settings = {
    SMTP_URL: url,
    REDIS_PREFIX: newRedisPrefix(),
    MAIL_CLAIM_SECONDS: '1',
    SWEEP_EVERY_SECONDS: '1',
    MAIL_TIMEOUT_SECONDS: '60',
  }
  const changes = url === sink.url ? {} : { MAIL_TIMEOUT_SECONDS: '2' }
  return [await runningWorker({ ...settings, ...changes }), await runningWorker({ ...settings, ...changes })]
}

const triedAndWaiting = async () => {
  const delivery = await stateOf()
  return delivery?.state === 'queued' && delivery.attempts > 0
}

async function expectSentOnce() {
  await until(async () => (await stateOf())?.state === 'sent')
  expect(sink.emails.map(({ messageId }) => messageId)).toEqual([`<${email}@kerbside.example>`])
}

test('a half-open connection, on which the server says nothing: the email waits, and goes out once', async () => {
  const way = await heldConnection('127.0.0.1', sink.port)
  onTestFinished(way.close)
  way.hold()
  await twoWorkers(`smtp://127.0.0.1:${way.port}`)
  await addWaitingLead(1)
  await until(triedAndWaiting)
  expect(sink.emails).toEqual([])
  way.release()
  await expectSentOnce()
})

const late = 5
test(`an answer ${late} seconds late, beyond many claims: the email goes out once`, async () => {
  sink.behaviour.delayMs = late * 1_000
  await twoWorkers()
  await addWaitingLead(1)
  await expectSentOnce()
  expect((await stateOf())?.attempts).toBe(1)
})
