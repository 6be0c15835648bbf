import { jobs as rows } from '@kerbside/schema/events/event.jobs'
import { chunksOf, filesOf, type FileStore } from '@kerbside/schema/file-store.model'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { startPushService, usePushServices } from '@kerbside/schema/testing/push-service'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { startHookSink, useHookSinks } from '../../worker/src/testing/hook-sink.ts'
import { useMailSink } from '../../worker/src/testing/mail-sink.ts'
import { vapidKeys } from '../../worker/src/testing/push-devices.ts'
import { testDeps, useWorkers } from '../../worker/src/testing/test-worker.ts'
import { runJob } from '../../worker/src/worker.ts'
import { jobs, prepareWorld, type Job } from './jobs-twice-world.ts'

useDatabase()
useWorkers()
useHookSinks()
usePushServices()
const sink = useMailSink()

const stores: FileStore[] = ['exports', 'imports', 'evidence', 'quoteFiles', 'photos', 'images', 'imageVariants']
const models = () => Object.values(mongoose.models)
/** How often at once. What comes of one run after the other is no matter of chance. */
const atOnce = 3

async function emptyAll(): Promise<void> {
  await Promise.all(models().map((model) => model.collection.deleteMany({})))
  for (const store of stores) await Promise.all([filesOf(store).deleteMany({}), chunksOf(store).deleteMany({})])
}

/** Durations, random keys and secrets, and what comes of the number of a new lead: numbers are taken many at a time. */
const byChance = new Set(['ms', 'endpoint', 'p256dh', 'auth', 'sealedSecret', 'next', 'tails'])

/** What differs from run to run: times, random ids, and which of equal firms was asked first. */
function withoutChance(stored: unknown): string {
  const plain = (key: string, value: unknown): unknown => {
    if (byChance.has(key)) return key
    return Array.isArray(value) ? value.map((each) => withoutChance(each)).toSorted() : value
  }
  return (
    JSON.stringify(stored, plain)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'uuid')
      .replace(/[\da-f]{24}/g, 'id')
      .replace(/firm-\d@/g, 'firm@')
      .replace(/Firm \d/g, 'Firm')
      .replace(/-1\d{12}\b/g, '-time')
      .replace(/127\.0\.0\.1:\d+/g, 'host')
      .replace(/"_id":1\d{3}\b/g, '"_id":new')
      .replace(/kb-\w{6}/gi, 'reference')
      // Of a firm whose place was taken and given back.
      .replace(/"offers(On|InWeek)":\{"\w+":"[\d-]*","count":0\}/g, 'no offers')
  )
}

async function snapshot(): Promise<Record<string, string[]>> {
  const collections = await Promise.all(
    models().map(async (model): Promise<[string, string[]]> => {
      const documents = await model.collection.find().toArray()
      return [model.modelName, documents.map(withoutChance).toSorted()]
    }),
  )
  const files = stores.map(async (store): Promise<[string, string[]]> => {
    const [found, chunks] = [await filesOf(store).countDocuments(), await chunksOf(store).countDocuments()]
    return [store, [`${found} files, ${chunks} chunks`]]
  })
  return Object.fromEntries([...collections, ...(await Promise.all(files))])
}

/** What is there, and what has gone out, before a job was run and after each time: so often at once, one after the other. */
async function outcomesOf(job: Job, { inARow, together }: { inARow: number; together: number }) {
  await emptyAll()
  sink.emails.length = 0
  const [hooks, pushes] = [await startHookSink(), await startPushService()]
  const settings = { SMTP_URL: sink.url, WEBHOOKS_TO_PRIVATE: 'on', REDIS_PREFIX: newRedisPrefix(), ...vapidKeys }
  const workers = await Promise.all(Array.from({ length: together }, () => testDeps(settings)))
  const [first] = workers
  if (!first) throw new Error('No worker')
  await prepareWorld(first, { hooks: hooks.url, pushes: pushes.origin })
  await Promise.all(workers.map((deps) => deps.settings.refresh()))
  const outcome = async () => {
    const queued = await Promise.all(
      Object.entries(first.queues).map(async ([name, queue]) => {
        const waiting = await queue.getJobs(['waiting', 'delayed'])
        return [name, waiting.map(({ id }) => withoutChance(id)).toSorted()]
      }),
    )
    const sent = { emails: sink.emails.length, hooks: hooks.hooks.length, pushes: pushes.pushes.length }
    return { stored: await snapshot(), queued, sent }
  }
  const outcomes = [await outcome()]
  for (let time = 0; time < inARow; time += 1) {
    await Promise.all(workers.map((deps) => runJob(deps, job)))
    outcomes.push(await outcome())
  }
  return outcomes
}

test('the drill has a job of every name', () => {
  expect(jobs.map(({ name }) => name).toSorted()).toEqual(Object.keys(rows).toSorted())
})

test.each(jobs.map((job) => [job.name, job] as const))(
  '%s run twice, and twice at once, leaves and sends what it does when it is run once',
  async (_, job) => {
    const [before, once, twice] = await outcomesOf(job, { inARow: 2, together: 1 })
    expect(once?.stored).not.toEqual(before?.stored)
    expect(twice).toEqual(once)
    const [, beside] = await outcomesOf(job, { inARow: 1, together: atOnce })
    expect(beside).toEqual(once)
  },
)
