import { withDatabase } from '@kerbside/schema/config'
import { newRedisPrefix } from '@kerbside/schema/testing/database'
import mongoose from 'mongoose'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMailSink } from '../../worker/src/testing/mail-sink.ts'
import { until } from '../../worker/src/testing/test-worker.ts'
import { startWorkerProcess } from '../../worker/src/testing/worker-process.ts'
import { startMongo } from '../services/mongo/mongo.ts'
import { anyFreePort } from '../services/ports.ts'
import { removeKeys, startApi, submit } from './api-process.ts'

const [homeowners, atOnce, acknowledgedBefore, secondsWithoutPrimary] = [100, 10, 30, 3]

test(`the primary of MongoDB steps down in the middle of ${homeowners} submissions: each has one lead and one confirmation in the end`, async () => {
  // A MongoDB of its own, with the settings of production: a majority write is in its journal.
  const folder = mkdtempSync(path.join(tmpdir(), 'kerbside-primary-'))
  const mongo = await startMongo({ dataDir: path.join(folder, 'mongo'), port: await anyFreePort(), print: () => {} })
  const uri = withDatabase(mongo.url, 'kerbside')
  const sink = await startMailSink({ readLater: true })
  const prefix = newRedisPrefix()
  const port = String(await anyFreePort())
  const url = `http://127.0.0.1:${port}`
  const api = startApi('SIGTERM', { PORT: port, REDIS_PREFIX: prefix, MONGODB_URI: uri })
  const worker = startWorkerProcess({ REDIS_PREFIX: prefix, SMTP_URL: sink.url, MONGODB_URI: uri })
  const database = await mongoose.createConnection(uri).asPromise()
  onTestFinished(async () => {
    await api.stop()
    await worker.kill()
    await database.destroy()
    await mongo.stop()
    await sink.stop()
    await removeKeys(prefix)
    rmSync(folder, { recursive: true, force: true })
  })
  await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200)

  const acknowledged: Awaited<ReturnType<typeof submit>>[] = []
  let waiting = homeowners
  const submitInTurn = async () => {
    while (waiting-- > 0) acknowledged.push(await submit(url))
  }
  const submitting = Promise.all(Array.from({ length: atOnce }, submitInTurn))
  await until(() => acknowledged.length >= acknowledgedBefore)
  const admin = database.getClient().db('admin')
  const term = async () => (await admin.command({ replSetGetStatus: 1 }))['term'] as number
  const before = await term()
  await admin.command({ replSetStepDown: secondsWithoutPrimary, force: true })
  expect(acknowledged.length).toBeLessThan(homeowners)
  await submitting
  expect(await term()).toBeGreaterThan(before)

  const emails = acknowledged.map(({ body }) => body.email).toSorted()
  const leads = await database
    .collection('leads')
    .find({}, { projection: { email: 1 } })
    .toArray()
  expect(leads.map(({ email }) => email as string).toSorted()).toEqual(emails)
  const deliveries = database.collection('deliveries')
  await until(async () => (await deliveries.countDocuments({ kind: 'confirmation', state: 'sent' })) === homeowners)
  expect(await deliveries.countDocuments()).toBe(homeowners)
  // A mail whose outcome could not be stored may have gone out twice, under the same id.
  expect([...new Set(sink.emails.map(({ to }) => to))].toSorted()).toEqual(emails)
  const copies = sink.emails.length - new Set(sink.emails.map(({ messageId }) => messageId)).size
  expect(sink.emails.length - homeowners).toBe(copies)
})
