import { periodicJobNames, periodicJobs } from '@kerbside/schema/events/periodic-jobs'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { runningWorker, testDeps, until, useWorkers } from '../testing/test-worker.ts'
import { keepSchedules } from './schedules.ts'

useDatabase()
useWorkers()

const schedules = async ({ queues }: Deps) =>
  Object.fromEntries((await queues.periodic.getJobSchedulers()).map(({ key, every }) => [key, every]))
const jobNames = async ({ queues }: Deps) =>
  (await queues.periodic.getJobs(['waiting', 'delayed'])).map(({ name }) => name).toSorted()
const all = periodicJobNames.toSorted()

test('each periodic job has one schedule and one next run, however many workers keep them, and an emptied Redis gets them back', async () => {
  const deps = await testDeps()
  for (let pass = 1; pass <= 2; pass += 1) {
    await Promise.all(Array.from({ length: 5 }, () => keepSchedules(deps)))
    expect(await schedules(deps)).toEqual(periodicJobs)
    expect(await jobNames(deps)).toEqual(all)
    await deps.queues.periodic.obliterate({ force: true })
    expect(await schedules(deps)).toEqual({})
  }
})

test('a schedule gets the interval of this release and its lost run back; one that nobody knows goes', async () => {
  const deps = await testDeps()
  const { periodic } = deps.queues
  await periodic.upsertJobScheduler('images.clear', { every: 5_000 }, { name: 'images.clear', data: {} })
  await periodic.upsertJobScheduler('gone.clear', { every: 5_000 }, { name: 'gone.clear', data: {} })
  await keepSchedules(deps)
  expect(await schedules(deps)).toEqual(periodicJobs)
  await periodic.drain(true)
  for (const job of await periodic.getJobs(['delayed', 'waiting'])) await job.remove().catch(() => {})
  const later = new Date(Date.now() + 2 * periodicJobs['images.clear'])
  await keepSchedules({ ...deps, now: () => later })
  expect(await jobNames(deps)).toEqual(all)
})

test('of several workers one does each periodic job', async () => {
  const shared = { REDIS_PREFIX: newRedisPrefix() }
  const workers = [await runningWorker(shared), await runningWorker(shared), await runningWorker(shared)]
  const runs = async () => {
    const found = new Map<string, number>()
    for (const { metrics } of workers) {
      const { values } = await metrics.jobSeconds.get()
      for (const { metricName, labels, value } of values) {
        if (!metricName?.endsWith('_count')) continue
        found.set(String(labels.job), (found.get(String(labels.job)) ?? 0) + value)
      }
    }
    return Object.fromEntries(found)
  }
  await until(async () => Object.keys(await runs()).length === all.length)
  expect(await runs()).toEqual(Object.fromEntries(all.map((name) => [name, 1])))
})

test('without Redis the schedules are left alone', async () => {
  const deps = await testDeps()
  deps.redis.disconnect()
  await until(() => deps.redis.status !== 'ready')
  await expect(keepSchedules(deps)).resolves.toBeUndefined()
})
