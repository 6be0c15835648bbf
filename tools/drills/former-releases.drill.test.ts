/**
 * Jobs, events and deliveries as former releases wrote them, in `recorded/`: whatever of them is not done is done by today's
 * worker. Each record says what it is and which emails must come of it.
 */
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { jobs, type JobRequest } from '@kerbside/schema/events/event.jobs'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { migrate } from '@kerbside/schema/migrations/migrate.model'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { Queue } from 'bullmq'
import mongoose from 'mongoose'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { useMailSink } from '../../worker/src/testing/mail-sink.ts'
import { minutesAgo, runningWorker, testDeps, until, useWorkers } from '../../worker/src/testing/test-worker.ts'
import { unfinished } from './auditor.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

type Recorded = {
  comment: string
  release: string
  lead: LeadRecord
  deliveries?: DeliveryRecord[]
  /** Those that Redis had. */
  jobs?: JobRequest[]
  /** How many emails of each kind must come of it. */
  emails: Record<string, number>
  /** In which state these deliveries must end. */
  states?: Record<string, string>
  /** Nothing of it is left but marks, which only the migration reads. */
  needsMigration?: boolean
}

const folder = path.join(import.meta.dirname, 'recorded')
const records = readdirSync(folder).flatMap(
  (file) => mongoose.mongo.BSON.EJSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Recorded[],
)

const db = () => mongoose.connection.getClient().db(mongoose.connection.name)

/** Stores them as they were, in a time that no retention has reached. */
async function store(all: readonly Recorded[]): Promise<void> {
  const times = { createdAt: minutesAgo(60), updatedAt: minutesAgo(60) }
  // A firm whose id stands in the records, and others that can take its place.
  const firms = Array.from({ length: 6 }, (_, index) => aContractor(`Firm ${index + 1}`))
  await ContractorModel.create(firms.map((firm, index) => ({ ...firm, _id: `65f0000000000000000000f${index + 1}` })))
  await LeadModel.collection.insertMany(all.map(({ lead }) => ({ ...lead, ...times })) as never)
  const deliveries = all.flatMap((record) => record.deliveries ?? [])
  if (deliveries.length > 0)
    await DeliveryModel.collection.insertMany(deliveries.map((delivery) => ({ ...delivery, ...times })) as never)
}

/** They go by today's date, which is later after each recording. */
const reminders = ['estimate-reminder', 'no-price-notice']

/** How many emails of each kind have come about a lead. */
function emailsAbout({ lead }: Recorded): Record<string, number> {
  const kinds = sink.emails.flatMap(
    ({ messageId }) => new RegExp(`^<lead-${lead._id}-([a-z-]*[a-z])[-@]`).exec(messageId)?.[1] ?? [],
  )
  const asked = [...new Set(kinds)].filter((kind) => !reminders.includes(kind))
  return Object.fromEntries(asked.map((kind) => [kind, kinds.filter((one) => one === kind).length]))
}

const statesOf = async ({ states = {} }: Recorded) =>
  Object.fromEntries(
    (await DeliveryModel.find({ _id: { $in: Object.keys(states) } }).lean()).map(({ _id, state }) => [_id, state]),
  )

/** What today's worker makes of these records: of each what came of it, and what did not end well. */
async function replay(all: readonly Recorded[]) {
  const prefix = { REDIS_PREFIX: newRedisPrefix() }
  const { queues, redis } = await testDeps(prefix)
  for (const { name, data, jobId } of all.flatMap((record) => record.jobs ?? [])) {
    // Former releases called the queues by their plain names.
    const queue = new Queue(jobs[name].queue, { connection: redis, prefix: prefix.REDIS_PREFIX })
    await queue.add(name, data, { jobId })
    await queue.close()
  }
  const { metrics } = await runningWorker({ ...prefix, SMTP_URL: sink.url, SWEEP_AFTER_SECONDS: '2' })
  const end = Date.now() + 60_000
  await until(async () => Date.now() > end || (await unfinished(queues)).length === 0)
  const { values } = await metrics.jobSeconds.get()
  return {
    outcomes: await Promise.all(
      all.map(async (record) => [record.comment, emailsAbout(record), await statesOf(record)] as const),
    ),
    leads: await LeadModel.countDocuments(),
    unfinished: await unfinished(queues),
    failed: values.filter(({ labels }) => labels.result === 'failed'),
  }
}

const asRecorded = (all: readonly Recorded[]) => ({
  outcomes: all.map(({ comment, emails, states = {} }) => [comment, emails, states]),
  leads: all.length,
  unfinished: [],
  failed: [],
})

test('what former releases left undone when they were updated is done, and nothing of it is lost or deleted', async () => {
  await store(records)
  await db().collection('migrations').deleteMany({})
  await migrate(db())
  expect(await replay(records)).toEqual(asRecorded(records))
})

test('what a server of a former release stores beside a worker of today is done as well', async () => {
  const beside = records.filter(({ needsMigration }) => !needsMigration)
  await store(beside)
  expect(await replay(beside)).toEqual(asRecorded(beside))
})

test('the migration of what former releases left changes nothing when it runs again', async () => {
  await store(records)
  const run = async () => {
    await db().collection('migrations').deleteMany({})
    await migrate(db())
    return LeadModel.find().sort({ _id: 1 }).lean()
  }
  expect(await run()).toEqual(await run())
})
