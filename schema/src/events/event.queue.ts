import { Queue, type Job } from 'bullmq'
import { Redis } from 'ioredis'
import { jobs, queueNames, type JobRequest, type QueueName } from './event.jobs.ts'

const connection = {
  retryStrategy: (times: number) => Math.min(times * 100, 2_000),
  // Milliseconds of silence before the system asks whether the other side is still there: a cut cable says nothing.
  keepAlive: 10_000,
}
// A node that was demoted still answers, and refuses every write. Only a new connection finds the one that took over.
const isDemoted = (error: Error) => error.message.includes('READONLY')

/** A producer must fail at once when Redis is away. */
export function createProducerRedis(url: string) {
  return new Redis(url, {
    ...connection,
    reconnectOnError: isDemoted,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
  })
}

type Log = { warn: (fields: object, message: string) => void; info: (message: string) => void }

/** One line when Redis goes away and one when it is back, however often ioredis reports it. */
export function logRedisOutages(redis: Redis, log: Log): Redis {
  let away = false
  redis.on('error', (error) => {
    if (!away) log.warn({ err: error }, 'Redis is away; work goes on without it')
    away = true
  })
  return redis.on('ready', () => {
    if (away) log.info('Redis is back')
    away = false
  })
}

/** A worker waits for Redis to return. */
export function createWorkerRedis(url: string) {
  return new Redis(url, {
    ...connection,
    maxRetriesPerRequest: null,
    // 2: the refused command is sent again on the new connection.
    reconnectOnError: (error) => (isDemoted(error) ? 2 : false),
  })
}

export type Queues = Record<QueueName, Queue>

export function createQueues(connection: Redis, { prefix }: { prefix: string }): Queues {
  const leads = new Queue('leads', {
    connection,
    prefix,
    defaultJobOptions: {
      attempts: 10,
      backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
      removeOnComplete: { age: 86_400, count: 10_000 },
      removeOnFail: { age: 7 * 86_400 },
    },
  })
  // A job here only says that a mail is due. When it is tried again stands in its delivery, so the queue neither repeats
  // nor remembers a job that has ended.
  const mail = new Queue('mail', {
    connection,
    prefix,
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  })
  return { leads, mail }
}

export async function closeQueues(queues: Queues) {
  await Promise.all(queueNames.map((name) => queues[name].close()))
}

/** Resolves only after Redis has acknowledged every job. */
export type EnqueueAll = (requests: readonly JobRequest[]) => Promise<void>

/** A job already waiting or done is left alone: an id that Redis remembers is queued once. */
export function createEnqueueAll(queues: Queues, redis: Redis): EnqueueAll {
  return async (requests) => {
    requireReady(redis)
    await Promise.all(
      queueNames.map(async (queue) => {
        const bulk = requests.filter(({ name }) => jobs[name].queue === queue)
        if (bulk.length === 0) return
        await queues[queue].addBulk(bulk.map(({ name, data, jobId }) => ({ name, data, opts: { jobId } })))
      }),
    )
  }
}

/**
 * Asks for all of them together and, when that fails, for each on its own, so that one that Redis does not take keeps no
 * other waiting. Returns those that failed, with their errors.
 */
export async function enqueueEach(
  enqueueAll: EnqueueAll,
  requests: readonly JobRequest[],
): Promise<Map<JobRequest, unknown>> {
  const failed = new Map<JobRequest, unknown>()
  if (requests.length === 0) return failed
  try {
    await enqueueAll(requests)
  } catch {
    // Whatever was wrong shows again at the one that it belongs to; asking twice queues once.
    await Promise.all(
      requests.map(async (request) => {
        await enqueueAll([request]).catch((error: unknown) => failed.set(request, error))
      }),
    )
  }
  return failed
}

/**
 * Like `EnqueueAll`, for work that is known not to be done: an `add` whose id Redis still remembers is silently ignored,
 * finished ones included, so a failed job is given a full set of attempts and a completed one is queued anew.
 */
export function createReviveAll(queues: Queues, redis: Redis): EnqueueAll {
  return async (requests) => {
    requireReady(redis)
    for (const { name, data, jobId } of requests) {
      const queue = queues[jobs[name].queue]
      const known = await queue.getJob(jobId)
      if (known && (await retryFailed(known))) continue
      if (await known?.isCompleted()) await known?.remove()
      await queue.add(name, data, { jobId })
    }
  }
}

/** False when the job has not failed. Safe beside others that do the same. */
export async function retryFailed(job: Job): Promise<boolean> {
  if (!(await job.isFailed())) return false
  try {
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true })
  } catch (error) {
    // Somebody else was quicker, and the job waits again already.
    if (await job.isFailed()) throw error
  }
  return true
}

function requireReady(redis: Redis) {
  // Before the first connection `add` would wait for seconds instead of failing.
  if (redis.status !== 'ready') throw new Error(`Redis is ${redis.status}`)
}
