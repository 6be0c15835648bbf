import type { JobRequest, QueueName } from '@kerbside/schema/events/event.jobs'
import { nameInRedis } from '@kerbside/schema/events/event.queue'
import { useDatabase } from '@kerbside/schema/testing/database'
import { Queue, UnrecoverableError, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { testDeps, until, useWorkers, waitingJobs } from '../testing/test-worker.ts'
import { adoptFormerJobs } from './former-jobs.ts'

useDatabase()
useWorkers()

/** A queue as a former release has it. */
function formerQueue({ config }: Deps, name: QueueName) {
  const connection = new Redis(config.REDIS_URL, { maxRetriesPerRequest: null })
  const prefix = config.REDIS_PREFIX
  const queue = new Queue(name, { connection, prefix })
  onTestFinished(async () => {
    await queue.close()
    connection.disconnect()
  })
  return {
    queue,
    add: ({ name: job, data, jobId }: JobRequest, options = {}) => queue.add(job, data, { jobId, ...options }),
  }
}

const submitted = (leadId: number): JobRequest => ({
  name: 'lead.submitted',
  data: { leadId },
  jobId: `lead-${leadId}-submitted`,
})
const keysOf = async ({ redis, config }: Deps, name: string) => redis.keys(`${config.REDIS_PREFIX}:${name}:*`)

test('what a former release left in its queues is taken over, whatever became of it there, and nothing stays behind', async () => {
  const deps = await testDeps()
  const leads = formerQueue(deps, 'leads')
  await leads.add(submitted(1), { attempts: 1 })
  const worker = new Worker('leads', () => Promise.reject(new UnrecoverableError('broken')), {
    connection: leads.queue.opts.connection,
    prefix: deps.config.REDIS_PREFIX,
  })
  await until(async () => (await leads.queue.getFailedCount()) === 1)
  await worker.close()
  await leads.add(submitted(2))
  await leads.add(submitted(3), { delay: 3_600_000 })
  await leads.queue.add('leads.unknown', {}, { jobId: 'of-no-release' })
  const mail = formerQueue(deps, 'mail')
  for (let number = 0; number < 700; number += 1)
    await mail.add({ name: 'delivery.send', data: { deliveryId: `d${number}` }, jobId: `d${number}-send-0` })
  const periodic = formerQueue(deps, 'periodic')
  await periodic.queue.upsertJobScheduler('promises.alert', { every: 60_000 }, { name: 'promises.alert', data: {} })

  await Promise.all([adoptFormerJobs(deps), adoptFormerJobs(deps)])
  expect(await waitingJobs(deps, 'leads')).toEqual([1, 2, 3].map((leadId) => submitted(leadId).jobId))
  expect(await waitingJobs(deps, 'mail')).toHaveLength(700)
  expect(await deps.queues.periodic.getJobSchedulers()).toEqual([])
  for (const name of ['leads', 'mail', 'periodic']) expect(await keysOf(deps, name)).toEqual([])

  // A server of the former release runs on for a while.
  await leads.add(submitted(4))
  await adoptFormerJobs(deps)
  expect(await waitingJobs(deps, 'leads')).toHaveLength(4)
  const keys = await keysOf(deps, nameInRedis('leads'))
  await adoptFormerJobs(deps)
  expect(await keysOf(deps, nameInRedis('leads'))).toEqual(keys)
})
