import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { createQueues } from '@kerbside/schema/events/event.queue'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { newRedisPrefix, redisUrl, useDatabase } from '@kerbside/schema/testing/database'
import { targetOf } from '@kerbside/schema/testing/cuttable'
import { aContractor } from '@kerbside/schema/testing/factories'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { writeErasures } from '../../graphql-api/src/backup/erasure-list.ts'
import { restoreBackup } from '../../graphql-api/src/backup/restore-backup.ts'
import { writeBackup } from '../../graphql-api/src/backup/write-backup.ts'
import { testSecret } from '../../graphql-api/src/testing/test-app.ts'
import { startMailSink } from '../../worker/src/testing/mail-sink.ts'
import { until } from '../../worker/src/testing/test-worker.ts'
import { startWorkerProcess } from '../../worker/src/testing/worker-process.ts'
import { anyFreePort } from '../services/ports.ts'
import { removeKeys, startApi } from './api-process.ts'
import { findingsAbout, oddFindings, unfinished, type Told } from './auditor.ts'
import { steps, type Journey, type Run } from './no-answer-journey.ts'

useDatabase()

const names = Object.keys(steps)
/** Runs of each step before the backup, and beside it. */
const [before, beside] = [1, 3]

/** Api and worker on a database. */
async function startServers(database: string, sink: Journey['sink']) {
  const prefix = newRedisPrefix()
  const { host, port: mongoPort } = targetOf(process.env['MONGODB_URI'] ?? '')
  const settings = {
    REDIS_PREFIX: prefix,
    JWT_SECRET: testSecret,
    MONGODB_URI: `mongodb://${host}:${mongoPort}/${database}?directConnection=true`,
  }
  const port = String(await anyFreePort())
  const url = `http://127.0.0.1:${port}`
  const api = startApi('SIGTERM', { ...settings, PORT: port })
  const worker = startWorkerProcess({
    ...settings,
    SMTP_URL: sink.url,
    MAIL_CLAIM_SECONDS: '3',
    SWEEP_EVERY_SECONDS: '1',
    SWEEP_AFTER_SECONDS: '4',
  })
  const connection = new Redis(redisUrl())
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await Promise.all([api.stop(), worker.stop()])
    connection.disconnect()
    await removeKeys(prefix)
  }
  onTestFinished(stop)
  await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200)
  return { url, stop, queues: createQueues(connection, { prefix }) }
}

type Servers = Awaited<ReturnType<typeof startServers>>

/** An email whose try was lost on a busy machine is tried again after minutes. */
async function untilQuiet({ queues }: Servers): Promise<string[]> {
  for (const end = Date.now() + 480_000; ; await sleep(100)) {
    const left = await unfinished(queues)
    if (left.length === 0 || Date.now() > end) return left
  }
}

const prepare = async (journey: Journey, runs: number): Promise<Run[][]> =>
  Promise.all(names.map(async (name) => (await steps[name]?.(journey, runs)) ?? []))

/** Every text that the database holds which is connected. */
async function knowsOf(texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { collectionName } of (await mongoose.connection.db?.collections()) ?? []) {
    for await (const document of mongoose.connection.collection(collectionName).find()) {
      const stored = JSON.stringify(document)
      for (const text of texts) if (stored.includes(text)) found.push(`${collectionName} has ${text}`)
    }
  }
  return found
}

/** The models are of another database until the test ends. */
async function connectTo(database: string): Promise<void> {
  const own = mongoose.connection.name
  const connect = async (dbName: string) => {
    await mongoose.disconnect()
    await mongoose.connect(process.env['MONGODB_URI'] ?? '', { dbName, autoCreate: false, autoIndex: false })
  }
  await connect(database)
  onTestFinished(async () => {
    await mongoose.connection.dropDatabase()
    await connect(own)
  })
}

test(`a backup taken beside traffic (${names.join(', ')}), restored into another database: whoever was acknowledged before it is there, and whoever was erased stays erased`, async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kerbside-backup-beside-'))
  const sink = await startMailSink({ readLater: true })
  onTestFinished(async () => {
    await sink.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const firms = Array.from({ length: 7 }, (_each, index) => aContractor(`Firm ${index}`, { dailyCap: 100_000 }))
  await ContractorModel.create(firms)
  const database = mongoose.connection.name
  const servers = await startServers(database, sink)
  const journey: Journey = { url: servers.url, sink, told: [], blamed: [] }

  // What nobody touches any more, and what changes while the backup is taken.
  for (const runs of await prepare(journey, before)) for (const run of runs) await run('nothing')
  expect(await untilQuiet(servers)).toEqual([])
  const settled: Told[] = structuredClone(journey.told)
  const running = await prepare(journey, beside)
  const acknowledged: Told[] = structuredClone(journey.told)
  let ended = 0
  const traffic = running.map(async (runs) => {
    for (const run of runs.slice(0, -1)) {
      await run('the backup')
      ended += 1
    }
  })
  await until(() => ended > 0)
  const endedBefore = ended
  await writeBackup(mongoose.connection.getClient(), database, path.join(folder, 'backup'))
  expect(ended).toBeGreaterThan(endedBefore)
  await Promise.all(traffic)
  await Promise.all(running.flatMap((runs) => runs.slice(-1)).map((run) => run('after the backup')))
  expect(await untilQuiet(servers)).toEqual([])
  // As an operator copies the list every hour: docs/operating.md.
  const own = mongoose.connection.getClient().db(database)
  await writeErasures(own, folder)
  await servers.stop()
  const erased = journey.told.filter(({ isErased }) => isErased)

  const restored = `${database}-restored`
  await restoreBackup(mongoose.connection.getClient().db(restored), path.join(folder, 'backup'))
  await connectTo(restored)
  const found: string[] = [...journey.blamed]
  const again = await startServers(restored, sink)
  found.push(...(await untilQuiet(again)).map((what) => `stuck: ${what}`))
  await again.stop()

  const inbox = { emails: sink.emails, firmsOffered: 5 }
  for (const told of settled) {
    const findings = await findingsAbout(told, inbox)
    found.push(...findings.map((finding) => `settled before: ${finding}`))
  }
  const gone = new Set(erased.map(({ id }) => id))
  for (const { id, email, reference } of acknowledged) {
    if (gone.has(id)) continue
    const held = await mongoose.connection.collection('heldquotes').countDocuments({ 'lead.email': email })
    const leads = await LeadModel.find({ email }).lean()
    if (leads.length + held !== 1) found.push(`acknowledged before: ${leads.length} leads, ${held} held quotes`)
    if (reference !== null && leads[0] && leads[0].reference !== reference) found.push('another reference')
  }
  found.push(...(await knowsOf(erased.map(({ email }) => email))), ...(await oddFindings()))
  expect(found).toEqual([])
})
