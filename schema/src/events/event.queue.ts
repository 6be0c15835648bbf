import { Queue, type Job, type JobsOptions } from 'bullmq'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { addressesOf } from '../config.ts'
import { jobs, queueNames, type JobRequest, type QueueName } from './event.jobs.ts'

const connection = {
  retryStrategy: (times: number) => Math.min(times * 100, 2_000),
  // Milliseconds without traffic before the system checks whether the connection is still alive.
  keepAlive: 10_000,
}
// A demoted node still answers but rejects every write. Only a new connection finds the new primary.
const isDemoted = (error: Error) => error.message.includes('READONLY')

/** One Redis, or several that share the keys. */
export type RedisConnection = Redis | Cluster

/**
 * Several addresses, separated by commas, are a cluster: it is found by whichever of them answers, and what the first one
 * says of user, password and TLS holds for all its servers.
 */
function connectTo(url: string, { enableOfflineQueue = true, ...options }: RedisOptions): RedisConnection {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return new Redis(url, { ...connection, ...options, enableOfflineQueue })
  const { username, password, protocol } = new URL(addresses[0] ?? '')
  const isEncrypted = protocol === 'rediss:'
  return new Cluster(addresses, {
    clusterRetryStrategy: connection.retryStrategy,
    enableOfflineQueue,
    // Certificates are for names, which are not to be replaced by the addresses behind them.
    ...(isEncrypted && { dnsLookup: (address, done) => done(null, address) }),
    redisOptions: {
      ...options,
      keepAlive: connection.keepAlive,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(isEncrypted && { tls: {} }),
    },
  })
}

/**
 * A connection for adding jobs: it fails at once when Redis is away. `commandTimeout`, in milliseconds, ends the wait for
 * a Redis that is connected but silent: short where a person waits for the answer, long enough elsewhere for a busy machine.
 */
export function createProducerRedis(url: string, { commandTimeout = 2_000 } = {}) {
  return connectTo(url, {
    reconnectOnError: isDemoted,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    commandTimeout,
  })
}

type Log = { warn: (fields: object, message: string) => void; info: (message: string) => void }

/** Logs one line when Redis goes away and one when it is back, however often ioredis reports it. */
function logOutages(redis: RedisConnection, log: Log): void {
  let away = false
  redis.on('error', (error) => {
    if (!away) log.warn({ err: error }, 'Redis is away; work goes on without it')
    away = true
  })
  redis.on('ready', () => {
    if (away) log.info('Redis is back')
    away = false
  })
}

/** A connection for processing jobs and for messages: it waits for Redis to return. */
export function createWorkerRedis(url: string) {
  return connectTo(url, {
    maxRetriesPerRequest: null,
    // 2 means that the rejected command is sent again on the new connection.
    reconnectOnError: (error) => (isDemoted(error) ? 2 : false),
  })
}

export type Queues = Record<QueueName, Queue>

/**
 * What Redis calls a queue. In a cluster the text in braces decides which server has a key, so all keys of a queue are on
 * one, as its scripts need, and the queues are spread over the servers.
 */
export const nameInRedis = (queue: QueueName) => `{${queue}}`

export function createQueues(connection: RedisConnection, { prefix }: { prefix: string }): Queues {
  const open = (name: QueueName, defaultJobOptions: JobsOptions) => {
    const queue = new Queue(nameInRedis(name), { connection, prefix, defaultJobOptions })
    queue.on('error', () => {}) // an error of the connection, whose listener logs it
    return queue
  }
  const leads = open('leads', {
    attempts: 10,
    backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
    removeOnComplete: { age: 86_400, count: 10_000 },
    removeOnFail: { age: 7 * 86_400 },
  })
  // A job in this queue only means that an email is due. Its delivery tells when it is tried again, so the queue neither
  // repeats nor remembers jobs.
  const onceOnly = { attempts: 1, removeOnComplete: true, removeOnFail: true }
  const mail = open('mail', onceOnly)
  // In queues of their own, so that a firm's slow system or a push service holds up no email.
  const webhooks = open('webhooks', onceOnly)
  const push = open('push', onceOnly)
  // Likewise: the record of an export or import tells what has become of it, and the sweep queues it again.
  const [exports, imports] = [open('exports', onceOnly), open('imports', onceOnly)]
  // Whatever fails in it is done again when it is due the next time.
  return { leads, mail, webhooks, push, exports, imports, periodic: open('periodic', onceOnly) }
}

export async function closeQueues(queues: Queues) {
  await Promise.all(queueNames.map((name) => queues[name].close()))
}

type RedisConfig = { REDIS_URL: string; REDIS_PREFIX: string }

/** The queues of one server with their connection. Nothing waits for Redis, which may be away at start and come later. */
export function openQueues(config: RedisConfig, log: Log, options: { commandTimeout?: number } = {}) {
  const redis = createProducerRedis(config.REDIS_URL, options)
  logOutages(redis, log)
  const queues = createQueues(redis, { prefix: config.REDIS_PREFIX })
  const close = async () => {
    await closeQueues(queues)
    redis.disconnect()
  }
  return { redis, queues, enqueueAll: createEnqueueAll(queues, redis), close }
}

/** Resolves only after Redis has acknowledged every job. */
export type EnqueueAll = (requests: readonly JobRequest[]) => Promise<void>

const dataOf = ({ data, origin }: JobRequest) => (origin ? { ...data, origin } : data)

/** Leaves jobs alone that wait already or are done: an id that Redis remembers is queued once. */
export function createEnqueueAll(queues: Queues, redis: RedisConnection): EnqueueAll {
  return async (requests) => {
    requireReady(redis)
    await Promise.all(
      queueNames.map(async (queue) => {
        const bulk = requests.filter(({ name }) => jobs[name].queue === queue)
        if (bulk.length === 0) return
        await queues[queue].addBulk(
          bulk.map((request) => ({ name: request.name, data: dataOf(request), opts: { jobId: request.jobId } })),
        )
      }),
    )
  }
}

/**
 * Like `EnqueueAll`, for work that is known not to be done. Redis ignores an `add` whose id it remembers, even of a
 * finished job, so here a failed job gets a full set of attempts and a completed one is queued again.
 */
export function createReviveAll(queues: Queues, redis: RedisConnection): EnqueueAll {
  return async (requests) => {
    requireReady(redis)
    for (const request of requests) {
      const { name, jobId } = request
      const queue = queues[jobs[name].queue]
      const known = await queue.getJob(jobId)
      if (known && (await retryFailed(known))) continue
      if (await known?.isCompleted()) await known?.remove()
      await queue.add(name, dataOf(request), { jobId })
    }
  }
}

/** False when the job has not failed. Safe beside others that do the same. */
export async function retryFailed(job: Job): Promise<boolean> {
  if (!(await job.isFailed())) return false
  try {
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true })
  } catch (error) {
    // Another process was quicker: the job waits again already.
    if (await job.isFailed()) throw error
  }
  return true
}

/** How many jobs of a queue there are in each state. */
export async function countJobs(queue: Queue) {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts
  return { waiting, active, delayed, failed }
}

/** When the oldest job was added that waits for a worker; null when none does. */
export async function oldestWaitingAt(queue: Queue): Promise<Date | null> {
  const [oldest] = await queue.getJobs(['waiting'], 0, 0, true)
  return oldest ? new Date(oldest.timestamp) : null
}

function requireReady(redis: RedisConnection) {
  // Before the first connection `add` would wait for seconds instead of failing.
  if (redis.status !== 'ready') throw new Error(`Redis is ${redis.status}`)
}
