import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import mongoose from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startMailSink } from '../../worker/src/testing/mail-sink.ts'
import { until } from '../../worker/src/testing/test-worker.ts'
import { startWorkerProcess } from '../../worker/src/testing/worker-process.ts'
import { anyFreePort } from '../services/ports.ts'
import { removeKeys, startApi, submit } from './api-process.ts'
import { heldConnection } from '../testing/held-connection.ts'

useDatabase()

const [homeowners, atOnce, acknowledgedBeforeTheKill] = [100, 20, 30]

test(`the api killed while ${homeowners} homeowners submit: each has one lead and one confirmation in the end`, async () => {
  const mongo = new URL(process.env['MONGODB_URI'] ?? '')
  const way = await heldConnection(mongo.hostname, Number(mongo.port))
  const sink = await startMailSink({ readLater: true })
  const prefix = newRedisPrefix()
  const database = (port: number | string) =>
    `mongodb://${mongo.hostname}:${port}/${mongoose.connection.name}?directConnection=true`
  const port = String(await anyFreePort())
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: port, REDIS_PREFIX: prefix }
  const first = startApi('SIGKILL', { ...settings, MONGODB_URI: database(way.port) })
  const worker = startWorkerProcess({ REDIS_PREFIX: prefix, SMTP_URL: sink.url })
  onTestFinished(async () => {
    await first.stop()
    await worker.kill()
    way.close()
    await sink.stop()
    await removeKeys(prefix)
  })
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  await until(isReady)

  const open = new Set<Promise<Response>>()
  const acknowledged: Awaited<ReturnType<typeof submit>>[] = []
  let waiting = homeowners
  // MongoDB stores a lead that it is sent, and the api does not hear of it: these requests are on their way for sure.
  const isLead = (sent: Buffer) => sent.includes('insert\0') && sent.includes('submissionId')
  const submitInTurn = async () => {
    while (waiting-- > 0) {
      acknowledged.push(await submit(url, { open }))
      if (acknowledged.length === acknowledgedBeforeTheKill) way.holdFrom(isLead)
    }
  }
  const submitting = Promise.all(Array.from({ length: atOnce }, submitInTurn))
  let before = 0
  await until(async () => {
    const stored = await LeadModel.countDocuments()
    const allWait = open.size === atOnce && stored > acknowledged.length && stored === before
    before = stored
    await sleep(200)
    return allWait
  })
  const onTheirWay = [...open]
  expect((await first.stop()).signal).toBe('SIGKILL')
  await Promise.allSettled(onTheirWay)
  const storedUnheard = (await LeadModel.countDocuments()) - acknowledged.length
  expect(storedUnheard).toBeGreaterThan(0)
  expect(acknowledged.length).toBeLessThan(homeowners)

  const second = startApi('SIGTERM', { ...settings, MONGODB_URI: database(mongo.port) })
  onTestFinished(async () => void (await second.stop()))
  const front = async () => (await fetch(`${url}/`).catch(() => null))?.status
  let answer: number | undefined
  await until(async () => (answer = await front()) !== undefined)
  expect(answer).toBe(200) // the first one after the restart
  await submitting

  // Each answer that was lost is given again as a repeat, and nothing else is.
  expect(acknowledged.filter(({ status }) => status === 200)).toHaveLength(storedUnheard)
  const emails = acknowledged.map(({ body }) => body.email).toSorted()
  const leads = await LeadModel.find({}, { email: 1 }).lean()
  expect(leads.map(({ email }) => email).toSorted()).toEqual(emails)

  const sent = { kind: 'confirmation', state: 'sent' } as const
  await until(async () => (await DeliveryModel.countDocuments(sent)) === homeowners)
  await until(async () => (await LeadModel.countDocuments({ 'outbox.0': { $exists: true } })) === 0)
  expect(await DeliveryModel.countDocuments()).toBe(homeowners)
  expect(await worker.stop()).toBe(0)
  expect(sink.emails.map(({ to }) => to).toSorted()).toEqual(emails)
})
