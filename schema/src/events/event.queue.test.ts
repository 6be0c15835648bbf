import { UnrecoverableError, Worker } from 'bullmq'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { startRedisCluster } from '../../../tools/testing/redis-cluster.ts'
import { newRedisPrefix, redisUrl } from '../testing/database.ts'
import type { JobRequest, QueueName } from './event.jobs.ts'
import {
  closeQueues,
  createEnqueueAll,
  createProducerRedis,
  createQueues,
  createReviveAll,
  createWorkerRedis,
  nameInRedis,
} from './event.queue.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openQueues(url = redisUrl()) {
  const redis = createProducerRedis(url)
  redis.on('error', () => {})
  const prefix = newRedisPrefix()
  const queues = createQueues(redis, { prefix })
  if (url === redisUrl()) await queues.mail.waitUntilReady()
  closers.push(async () => {
    if (redis.status === 'ready') {
      for (const queue of Object.values(queues)) await queue.obliterate({ force: true })
    }
    await closeQueues(queues)
    redis.disconnect()
  })
  return {
    redis,
    prefix,
    queues,
    enqueueAll: createEnqueueAll(queues, redis),
    reviveAll: createReviveAll(queues, redis),
  }
}

/** Works on what waits in a queue until one job has ended this way. */
async function work(
  prefix: string,
  outcome: 'completed' | 'failed',
  { queue = 'leads', url = redisUrl() }: { queue?: QueueName; url?: string } = {},
) {
  const connection = createWorkerRedis(url)
  const job = () => (outcome === 'failed' ? Promise.reject(new UnrecoverableError('broken')) : Promise.resolve())
  const worker = new Worker(nameInRedis(queue), job, { connection, prefix })
  await new Promise<void>((resolve) => worker.on(outcome, () => resolve()))
  await worker.close()
  connection.disconnect()
}

const send: JobRequest = { name: 'delivery.send', data: { deliveryId: 'd' }, jobId: 'd-send-0' }
const submitted: JobRequest = { name: 'lead.submitted', data: { leadId: 1 }, jobId: 'lead-1-submitted' }

test('jobs go to their queues, each once however often it is asked for', async () => {
  const { queues, enqueueAll } = await openQueues()
  await Promise.all([1, 2, 3].map(() => enqueueAll([send, submitted])))
  expect(await queues.mail.getJobCounts('waiting')).toEqual({ waiting: 1 })
  expect(await queues.leads.getJobCounts('waiting')).toEqual({ waiting: 1 })
})

test('a failed job is revived with all its attempts, a waiting one left alone, a done one queued anew', async () => {
  const { queues, prefix, enqueueAll, reviveAll } = await openQueues()
  await enqueueAll([submitted])
  await reviveAll([submitted])
  expect(await queues.leads.getJobCounts('waiting')).toEqual({ waiting: 1 })

  await work(prefix, 'failed')
  await enqueueAll([submitted])
  expect(await queues.leads.getJobCounts('waiting', 'failed')).toEqual({ waiting: 0, failed: 1 })
  await Promise.all([reviveAll([submitted]), reviveAll([submitted])])
  expect(await queues.leads.getJobCounts('waiting', 'failed')).toEqual({ waiting: 1, failed: 0 })
  expect((await queues.leads.getJob(submitted.jobId))?.attemptsMade).toBe(0)

  await work(prefix, 'completed')
  await reviveAll([submitted])
  expect(await queues.leads.getJobCounts('waiting', 'completed')).toEqual({ waiting: 1, completed: 0 })
})

test('a job of an email that has ended, either way, is not remembered and can be asked for again', async () => {
  const { queues, prefix, enqueueAll } = await openQueues()
  for (const outcome of ['failed', 'completed'] as const) {
    await enqueueAll([send])
    await work(prefix, outcome, { queue: 'mail' })
    expect(await queues.mail.getJobCounts('waiting', 'failed', 'completed')).toEqual({
      waiting: 0,
      failed: 0,
      completed: 0,
    })
  }
})

test('without Redis asking fails instead of waiting', async () => {
  const { enqueueAll, reviveAll } = await openQueues('redis://127.0.0.1:1')
  await expect(enqueueAll([send])).rejects.toThrow('Redis is')
  await expect(reviveAll([send])).rejects.toThrow('Redis is')
})

test('in a cluster all keys of a queue are on one server, as its scripts need', async () => {
  const { url, remove } = await startRedisCluster()
  onTestFinished(async () => void (await remove()))
  const { queues, prefix, enqueueAll, reviveAll } = await openQueues(url)
  await queues.mail.waitUntilReady()
  await enqueueAll([send, submitted])
  await work(prefix, 'failed', { url })
  await reviveAll([submitted])
  await work(prefix, 'completed', { url })
  expect(await queues.leads.getJobCounts('completed', 'failed')).toEqual({ completed: 1, failed: 0 })
  expect(await queues.mail.getJobCounts('waiting')).toEqual({ waiting: 1 })
})

test('an error of the connection has a listener at each queue, so that BullMQ does not print it', async () => {
  const { queues } = await openQueues()
  for (const queue of Object.values(queues)) expect(queue.emit('error', new Error('Redis is away'))).toBe(true)
})
