import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { databaseUri, newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { random } from '@kerbside/schema/testing/drill'
import { aContractor } from '@kerbside/schema/testing/factories'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readEmail, startMailSink, type MailSink } from '../../worker/src/testing/mail-sink.ts'
import { testEnvironment, until } from '../../worker/src/testing/test-worker.ts'
import { removeKeys, submit } from './api-process.ts'
import { startSideBySide } from './side-by-side.ts'
import { defaultSettings } from '@kerbside/schema/settings/settings'

useDatabase()

const [processes, kills, homeowners, quotesOfEach] = [3, 10, 4, 8]
const [largeCap, smallCap] = [1_000, 8]

/** Apis and workers side by side on one database, one queue and one mail server. */
async function startSystem() {
  const sink = await startMailSink({ readLater: true })
  sink.behaviour.delayMs = 200
  const prefix = newRedisPrefix()
  const environment = testEnvironment({
    REDIS_PREFIX: prefix,
    MONGODB_URI: databaseUri(),
    SMTP_URL: sink.url,
    MAIL_CLAIM_SECONDS: '4',
    SWEEP_EVERY_SECONDS: '2',
    SWEEP_AFTER_SECONDS: '10',
  })
  const apis = await startSideBySide('graphql-api', processes, environment)
  const workers = await startSideBySide('worker', processes, environment)
  onTestFinished(async () => {
    await Promise.all([apis.stop(), workers.stop()])
    await sink.stop()
    await removeKeys(prefix)
  })
  await Promise.all([apis.allReady(), workers.allReady()])
  return { sink, apis, workers }
}

/** Presses the button behind a link, of whichever api answers. */
async function press(urls: readonly string[], page: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`${urls[tries % urls.length]}${page}`, { method: 'POST' }).catch(() => null)
    const text = await answer?.text().catch(() => null) // null: the api was killed meanwhile
    if (answer && answer.status < 500 && typeof text === 'string') return text
    await sleep(50)
  }
}

/** Accepts every fourth offer as its mail comes. Resolves, once told to stop, to how many firms were told that they have the job. */
function acceptOffers(sink: MailSink, urls: readonly string[]) {
  const seen = new Set<string>()
  let accepted = 0
  let stopping = false
  const accept = async () => {
    for (let next = 0; !stopping || next < sink.emails.length;) {
      const email = sink.emails[next]
      if (!email) {
        await sleep(50)
        continue
      }
      next += 1
      if (seen.has(email.messageId)) continue
      seen.add(email.messageId)
      const page = seen.size % 4 === 0 && /\/offers\/[^/\s]+\/accept/.exec((await readEmail(email.raw)).text)?.[0]
      if (page && (await press(urls, page)).includes('You have the details')) accepted += 1
    }
    return accepted
  }
  const done = accept()
  return () => {
    stopping = true
    return done
  }
}

const isSettled = async () =>
  (await LeadModel.exists({
    $or: [{ 'outbox.0': { $exists: true } }, { dispatchedAt: null }],
  })) === null && (await DeliveryModel.exists({ state: { $in: ['queued', 'sending'] } })) === null

test('apis and workers side by side, one of each killed every second: nothing is lost, and no mail doubled but in flight', async () => {
  const { sink, apis, workers } = await startSystem()
  await ContractorModel.create(
    Array.from({ length: 8 }, (_, index) =>
      aContractor(`Firm ${index}`, { dailyCap: index < 6 ? largeCap : smallCap }),
    ),
  )

  const acknowledged: Awaited<ReturnType<typeof submit>>[] = []
  const submitInTurn = async () => {
    for (let quotes = 0; quotes < quotesOfEach; quotes += 1) {
      acknowledged.push(await submit(apis.urls))
      await sleep(random() * 2_000)
    }
  }
  const submitting = Promise.all(Array.from({ length: homeowners }, submitInTurn))
  const stopAccepting = acceptOffers(sink, apis.urls)
  const inFlight = new Set<string>()
  const goOn = (count: number) => count < kills || acknowledged.length < homeowners * quotesOfEach
  await Promise.all([
    submitting,
    apis.killEachSecond(goOn),
    workers.killEachSecond(goOn, async () => {
      for (const id of await DeliveryModel.distinct('_id', { state: 'sending' })) inFlight.add(String(id))
    }),
  ])
  await Promise.all([apis.allReady(), workers.allReady()])
  await until(isSettled)
  const told = await stopAccepting()
  await until(isSettled)
  expect([...(await workers.stop()), ...(await apis.stop())]).toEqual(Array(2 * processes).fill(0))

  // Each quote is one lead, and each lead has its confirmation and as many offers as there are places.
  const leads = await LeadModel.find().lean()
  expect(leads.map(({ email }) => email).toSorted()).toEqual(acknowledged.map(({ body }) => body.email).toSorted())
  const firmsOf = leads.map(({ offers }) => new Set(offers.map(({ contractorId }) => contractorId)).size)
  expect([new Set(leads.map(({ offers }) => offers.length)), new Set(firmsOf)]).toEqual([
    new Set([defaultSettings.firmsPerLead]),
    new Set([defaultSettings.firmsPerLead]),
  ])
  const offers = leads.flatMap((lead) => lead.offers)
  const accepted = offers.filter(({ state }) => state === 'accepted')
  expect([accepted.length, told]).toEqual([told, accepted.length])
  const wanted = leads.flatMap(({ _id, offers: own }) => [
    `lead-${_id}-confirmation`,
    ...own.map(({ contractorId }) => `lead-${_id}-offer-${contractorId}`),
    ...own
      .filter(({ state }) => state === 'accepted')
      .flatMap(({ contractorId }) => [
        `lead-${_id}-contact-details-${contractorId}`,
        `lead-${_id}-accepted-notice-${contractorId}`,
      ]),
  ])
  const deliveries = await DeliveryModel.find().lean()
  expect(deliveries.map(({ _id }) => _id).toSorted()).toEqual(wanted.toSorted())
  expect(deliveries.filter(({ state }) => state !== 'sent' && state !== 'accepted')).toEqual([])

  // Each mail arrived, and twice only if it was on its way when a worker was killed.
  const arrived = sink.emails.map(({ messageId }) => /^<(.*)@kerbside\.example>$/.exec(messageId)?.[1] ?? '')
  expect([...new Set(arrived)].toSorted()).toEqual(wanted.toSorted())
  const copies = arrived.filter((id, index) => arrived.indexOf(id) !== index)
  expect(copies.filter((id) => !inFlight.has(id))).toEqual([])
  expect(copies.length).toBeLessThanOrEqual(inFlight.size)

  // Each firm's offers are counted, and none is over its cap.
  for (const { _id, dailyCap, offersOn } of await ContractorModel.find().lean()) {
    const own = offers.filter(({ contractorId }) => contractorId === String(_id)).length
    expect(offersOn.count).toBe(own)
    expect(offersOn.count).toBeLessThanOrEqual(dailyCap)
  }
})
