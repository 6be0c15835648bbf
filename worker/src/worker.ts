import { jobs, queueNames, type JobHandlers, type JobName, type QueueName } from '@kerbside/schema/events/event.jobs'
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { withoutAddresses } from './deliveries/mail-error.ts'
import { sendDelivery } from './deliveries/send-delivery.ts'
import type { Deps, JobDeps, JobRun } from './deps.ts'
import { leadSubmitted } from './leads/lead-submitted.ts'
import { leadReopened, offerAccepted, offerDeclined, offerMade, offerWithdrawn } from './offers/offer-events.ts'

/** One line per job. A job named in schema/ and missing here does not compile. */
const handlers: JobHandlers<JobDeps> = {
  'lead.submitted': leadSubmitted,
  'lead.reopened': leadReopened,
  'offer.made': offerMade,
  'offer.withdrawn': offerWithdrawn,
  'offer.accepted': offerAccepted,
  'offer.declined': offerDeclined,
  'delivery.send': deliverySend,
}

async function deliverySend(deps: JobDeps, { deliveryId }: { deliveryId: string }): Promise<void> {
  // Whatever came of it stands in the delivery, its next try included.
  await sendDelivery(deps, deliveryId)
}

const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name)

/** Parses every payload again: Redis may hold jobs written by another release. */
export async function runJob(deps: JobDeps, job: { name: string; data: unknown }): Promise<void> {
  if (!isJobName(job.name)) throw new UnrecoverableError(`No such job: ${job.name}`)
  const data = jobs[job.name].data.safeParse(job.data)
  if (!data.success) throw new UnrecoverableError(`The payload of ${job.name} is not understood`)
  await handlers[job.name](deps, data.data as never)
}

/** Milliseconds before a job is tried again while MongoDB is away. */
const databasePauseMs = 3_000

async function process(deps: Deps, job: Job, token: string | undefined): Promise<void> {
  const end = deps.metrics.jobSeconds.startTimer({ job: job.name })
  const run = jobRun(job, token)
  try {
    await runJob({ ...deps, job: run }, job)
    end({ result: 'done' })
  } catch (error) {
    end({ result: error instanceof DelayedError ? 'put-off' : 'failed' })
    if (error instanceof DelayedError || error instanceof UnrecoverableError) throw error
    if (isDatabaseAway(error)) await run.putOff(new Date(Date.now() + databasePauseMs))
    deps.log.error({ job: job.name, jobId: job.id, stack: placesOf(error) }, withoutAddresses(error))
    // Redis keeps the reason of a failure in clear.
    throw Object.assign(new Error(withoutAddresses(error)), { stack: undefined, cause: error })
  }
}

/** Where it happened, without the message, which may quote what a homeowner typed. */
const placesOf = (error: unknown) =>
  error instanceof Error ? error.stack?.match(/^\s+at .+$/gm)?.join('\n') : undefined

function jobRun(job: Job, token: string | undefined): JobRun {
  return {
    async putOff(until) {
      // Apart from each other, so that jobs put off together do not return in one heap.
      await job.moveToDelayed(until.getTime() + 50 + Math.random() * 500, token)
      throw new DelayedError()
    },
  }
}

/**
 * BullMQ's share: a job whose worker was killed is taken up again about ten seconds later. A living worker renews its
 * lock every four seconds, so a slow mail is no stalled job.
 */
const recovery = { lockDuration: 8_000, stalledInterval: 4_000, maxStalledCount: 1_000 } as const

export type Workers = {
  ready: () => Promise<unknown>
  /** Takes no more jobs and finishes the current ones. */
  close: () => Promise<unknown>
}

/** `connect` makes a connection that waits for Redis to return; each queue has its own. */
export function startWorkers(deps: Deps, connect: () => Redis): Workers {
  const running = new Set<Promise<void>>()
  const run = async (job: Job, token: string | undefined) => {
    const work = process(deps, job, token)
    running.add(work)
    return work.finally(() => running.delete(work))
  }
  const workers = queueNames.map((queue) => startWorker(deps, queue, run, connect()))

  // BullMQ closes only when Redis answers. Without it the current jobs still come to their end; that nobody can be told
  // is harmless, because every one of them may be repeated.
  const idleWithoutRedis = async () => {
    while (running.size > 0 || deps.redis.status === 'ready') await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return {
    ready: () => Promise.all(workers.map((worker) => worker.waitUntilReady())),
    close: () => Promise.race([Promise.all(workers.map((worker) => worker.close())), idleWithoutRedis()]),
  }
}

type Run = (job: Job, token: string | undefined) => Promise<void>

function startWorker({ config, log }: Deps, queue: QueueName, run: Run, connection: Redis): Worker {
  const worker = new Worker(queue, run, {
    connection,
    prefix: config.REDIS_PREFIX,
    concurrency: config.WORKER_CONCURRENCY,
    // How long a worker rests after losing Redis before it looks again.
    runRetryDelay: 2_000,
    ...recovery,
  })
  worker.on('failed', (job, error) => {
    const tries = { tries: job?.attemptsMade, of: job?.opts.attempts }
    log.warn({ job: job?.name, jobId: job?.id, ...tries, reason: withoutAddresses(error) }, 'job failed')
  })
  worker.on('stalled', (jobId) => log.warn({ jobId, queue }, 'job taken over from a worker that is gone'))
  worker.on('error', (error) => log.debug({ queue, reason: withoutAddresses(error) }, 'queue connection'))
  return worker
}
