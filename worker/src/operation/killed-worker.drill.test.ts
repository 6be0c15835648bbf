import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { leadSubmitted } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { newRedisPrefix, redisUrl, useDatabase } from '@kerbside/schema/testing/database'
import { aLead, ownContact } from '@kerbside/schema/testing/factories'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { readEmail, startMailSink, type ReceivedEmail } from '../testing/mail-sink.ts'
import { addFirms, until } from '../testing/test-worker.ts'
import { startWorkerProcess } from '../testing/worker-process.ts'

useDatabase()

const [leads, emailsBefore, claimSeconds] = [50, 60, 4]
const emailsPerLead = 6 // the confirmation and five offers

async function addLeads() {
  const at = new Date(Date.now() - 10_000)
  const records = Array.from({ length: leads }, (_, index) =>
    aLead(index + 1, { ...ownContact(index + 1), createdAt: new Date(), outbox: [leadSubmitted(index + 1, at)] }),
  )
  await LeadModel.insertMany(records)
}

async function removeKeys(prefix: string) {
  const redis = new Redis(redisUrl())
  const keys = await redis.keys(`${prefix}:*`)
  if (keys.length > 0) await redis.del(keys)
  redis.disconnect()
}

test(`a worker killed in the middle of ${leads} leads: after its restart every email is there, and copies never differ`, async () => {
  const sink = await startMailSink({ readLater: true })
  sink.behaviour.delayMs = 20
  sink.holdAfter(emailsBefore)
  const settings = {
    REDIS_PREFIX: newRedisPrefix(),
    SMTP_URL: sink.url,
    MAIL_CLAIM_SECONDS: String(claimSeconds),
    SWEEP_EVERY_SECONDS: '1',
    SWEEP_AFTER_SECONDS: '10',
    LOG_LEVEL: 'info',
  }
  const first = startWorkerProcess(settings)
  onTestFinished(async () => {
    await first.kill()
    await sink.stop()
    await removeKeys(settings.REDIS_PREFIX)
  })
  await addFirms(9, { dailyCap: 1_000 })
  await addLeads()

  await until(() => sink.emails.length > emailsBefore)
  await first.kill()
  sink.release()
  const inFlight = await DeliveryModel.countDocuments({ state: 'sending' })
  expect(inFlight).toBeGreaterThan(0)
  expect(await DeliveryModel.countDocuments({ state: 'sent' })).toBeLessThan(leads * emailsPerLead)

  const second = startWorkerProcess(settings)
  onTestFinished(async () => void (await second.kill()))
  const sent = () => DeliveryModel.countDocuments({ state: 'sent' })
  await until(async () => (await sent()) === leads * emailsPerLead)
  expect(await second.stop()).toBe(0)

  const byId = new Map<string, ReceivedEmail[]>()
  for (const email of sink.emails) byId.set(email.messageId, [...(byId.get(email.messageId) ?? []), email])
  const expected = (await DeliveryModel.distinct('_id')).map((id) => `<${String(id)}@kerbside.example>`)
  expect([...byId.keys()].toSorted()).toEqual(expected.toSorted())
  expect(await LeadModel.countDocuments({ offers: { $size: 5 } })).toBe(leads)
  for (let id = 1; id <= leads; id += 1) {
    expect(new Set(sink.to(ownContact(id).email).map(({ messageId }) => messageId)).size).toBe(1)
  }

  const copies = sink.emails.length - byId.size
  expect(copies).toBeGreaterThan(0)
  expect(copies).toBeLessThanOrEqual(inFlight)
  for (const [, ...others] of byId.values())
    for (const copy of others) await expectSame(copy, byId.get(copy.messageId)?.[0])

  const firms = await ContractorModel.find().lean()
  expect(firms.reduce((sum, { offersOn }) => sum + offersOn.count, 0)).toBe(leads * 5)
})

async function expectSame(copy: ReceivedEmail, first: ReceivedEmail | undefined) {
  const words = async (email: ReceivedEmail | undefined) => {
    const { subject, text, html } = await readEmail(email?.raw ?? '')
    return [email?.to, subject, text, html]
  }
  expect(await words(copy)).toEqual(await words(first))
}
