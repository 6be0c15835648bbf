import { jobs, queueNames, type JobHandlers, type JobName, type QueueName } from '@kerbside/schema/events/event.jobs'
import { createWorkerRedis, nameInRedis } from '@kerbside/schema/events/event.queue'
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { withoutAddresses } from './deliveries/mail-error.ts'
import { canarySubmitted } from './canary/canary-submitted.ts'
import { remindOfExpiry } from './contractors/evidence.ts'
import { sendDelivery } from './deliveries/send-delivery.ts'
import type { Deps } from './deps.ts'
import { inTrace, originOf } from './events/origin.ts'
import { isEvent, runEvent } from './events/run-event.ts'
import { writeExport } from './exports/write-export.ts'
import { remindOfPrices } from './estimates/remind-of-prices.ts'
import { remindToConfirm } from './estimates/remind-to-confirm.ts'
import { clearImages } from './images/clear-images.ts'
import { runImport } from './imports/run-import.ts'
import {
  onLeadReopened,
  onLeadStopped,
  onLeadSubmitted,
  offerAccepted,
  offerDeclined,
  offerMade,
  offerWithdrawn,
  onQuoteSent,
} from './offers/event-handlers.ts'
import { clearEvidence, clearExports, clearImports, clearPhotos, clearQuoteFiles } from './operation/clear-files.ts'
import { clearAuditTrail, clearOldLeads } from './operation/retention.ts'
import { measurePromise } from './promise/measure-promise.ts'
import { alertAboutPromises } from './promise/promise-alerts.ts'
import { sendPush } from './push/send-push.ts'
import { hashAddresses } from './quotes/hash-addresses.ts'
import { clearHeldQuotes } from './quotes/clear-held-quotes.ts'
import { sendWebhook } from './webhooks/send-webhook.ts'

/** One line per job. A job named in schema/ and missing here does not compile. */
const handlers: JobHandlers<Deps> = {
  'lead.submitted': onLeadSubmitted,
  'lead.reopened': onLeadReopened,
  'lead.stopped': onLeadStopped,
  'offer.made': offerMade,
  'offer.withdrawn': offerWithdrawn,
  'offer.accepted': offerAccepted,
  'offer.declined': offerDeclined,
  'quote.sent': onQuoteSent,
  'canary.submitted': canarySubmitted,
  'leads.export': writeExport,
  'leads.import': runImport,
  // The outcome is stored in the delivery, with the time of its next try.
  'delivery.send': async (deps, { deliveryId }) => void (await sendDelivery(deps, deliveryId)),
  'webhook.send': (deps, { deliveryId }) => sendWebhook(deps, deliveryId),
  'push.send': (deps, { deliveryId }) => sendPush(deps, deliveryId),
  'promises.alert': alertAboutPromises,
  'promises.measure': measurePromise,
  'prices.remind': async (deps) => {
    await remindOfPrices(deps)
    await remindToConfirm(deps)
  },
  'exports.clear': clearExports,
  'imports.clear': clearImports,
  'evidence.remind': remindOfExpiry,
  'evidence.clear': clearEvidence,
  'held-quotes.clear': clearHeldQuotes,
  'addresses.hash': hashAddresses,
  'leads.clear': clearOldLeads,
  'audit.clear': clearAuditTrail,
  'quote-files.clear': clearQuoteFiles,
  'photos.clear': clearPhotos,
  'images.clear': clearImages,
}

const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name)

/** Parses every payload again: Redis may hold jobs written by another release. */
export async function runJob(deps: Deps, job: { id?: string | undefined; name: string; data: unknown }): Promise<void> {
  const { name } = job
  if (!isJobName(name)) throw new UnrecoverableError(`No such job: ${name}`)
  const data = jobs[name].data.safeParse(job.data)
  if (!data.success) throw new UnrecoverableError(`The payload of ${name} is not understood`)
  const handle = () => handlers[name](deps, data.data as never)
  if ('leadId' in data.data && isEvent(name)) await runEvent(data.data.leadId, job.id, handle)
  else await handle()
}

/** Milliseconds before a job is tried again while MongoDB is away. */
const databasePauseMs = 3_000

async function process(deps: Deps, job: Job, token: string | undefined): Promise<void> {
  const end = deps.metrics.jobSeconds.startTimer({ job: job.name })
  try {
    await inTrace(deps, job, (own) => runJob(own, job))
    end({ result: 'done' })
    deps.log.debug({ job: job.name, jobId: job.id, ...requestOf(job) }, 'job done')
  } catch (error) {
    end({ result: 'failed' })
    if (error instanceof UnrecoverableError) throw error
    if (isDatabaseAway(error)) {
      // It is due again soon, and runs that wait for MongoDB would pile up meanwhile.
      if (job.queueName === nameInRedis('periodic')) throw new UnrecoverableError('MongoDB is away')
      // Delayed without using up a try. Random, so that jobs that were delayed together do not all return at once.
      await job.moveToDelayed(Date.now() + databasePauseMs + 50 + Math.random() * 500, token)
      throw new DelayedError()
    }
    deps.log.error(
      { job: job.name, jobId: job.id, ...requestOf(job), stack: stackWithoutMessage(error) },
      withoutAddresses(error),
    )
    // Redis stores the reason of a failure unencrypted.
    throw Object.assign(new Error(withoutAddresses(error)), { stack: undefined, cause: error })
  }
}

const requestOf = (job: Job) => {
  const { requestId } = originOf(job)
  return requestId === undefined ? {} : { requestId }
}

/** The stack without its message, which may quote what a homeowner typed. */
const stackWithoutMessage = (error: unknown) =>
  error instanceof Error ? error.stack?.match(/^\s+at .+$/gm)?.join('\n') : undefined

/**
 * BullMQ restarts a job whose worker was killed about ten seconds later. A living worker renews its lock every four
 * seconds, so a slow email does not count as stalled.
 */
const recovery = { lockDuration: 8_000, stalledInterval: 4_000, maxStalledCount: 1_000 } as const

/** Jobs of minutes: one at a time of each queue leaves room for the emails. */
const longWork: readonly QueueName[] = ['exports', 'imports']

/** Milliseconds that BullMQ may take to close once no job runs. */
const maxCloseMs = 10_000

/**
 * Starts one BullMQ worker per queue, each with a connection of its own that waits for Redis to return. `close` takes no
 * more jobs and finishes the current ones.
 */
export function startWorkers(deps: Deps) {
  const running = new Set<Promise<void>>()
  const run = async (job: Job, token: string | undefined) => {
    const work = process(deps, job, token)
    running.add(work)
    return work.finally(() => running.delete(work))
  }
  const started = queueNames.map((queue) => startWorker(deps, queue, run))

  // BullMQ closes only when Redis answers, to each of its connections. Without Redis this waits for the current jobs alone,
  // and with it for some seconds more; that their end cannot be stored is harmless, because every job may be repeated.
  const whenIdle = async () => {
    for (let idleMs = 0; running.size > 0 || (deps.redis.status === 'ready' && idleMs < maxCloseMs);) {
      await sleep(250)
      idleMs = running.size > 0 ? 0 : idleMs + 250
    }
  }
  return {
    ready: () => Promise.all(started.map(({ worker }) => worker.waitUntilReady())),
    async close() {
      await Promise.race([Promise.all(started.map(({ worker }) => worker.close())), whenIdle()])
      for (const { connection } of started) connection.disconnect()
    },
  }
}

type Run = (job: Job, token: string | undefined) => Promise<void>

function startWorker({ config, log }: Deps, queue: QueueName, run: Run) {
  // ioredis prints errors without a listener; the producer's connection logs the same outage.
  const connection = createWorkerRedis(config.REDIS_URL).on('error', () => {})
  const worker = new Worker(nameInRedis(queue), run, {
    connection,
    prefix: config.REDIS_PREFIX,
    concurrency: longWork.includes(queue) ? 1 : config.WORKER_CONCURRENCY,
    // Milliseconds before a worker that has lost Redis tries again.
    runRetryDelay: 2_000,
    ...recovery,
  })
  worker.on('failed', (job, error) => {
    const tries = { tries: job?.attemptsMade, of: job?.opts.attempts }
    log.warn({ job: job?.name, jobId: job?.id, ...tries, reason: withoutAddresses(error) }, 'job failed')
  })
  worker.on('stalled', (jobId) => log.warn({ jobId, queue }, 'job taken over from a worker that is gone'))
  worker.on('error', (error) => log.debug({ queue, reason: withoutAddresses(error) }, 'queue connection'))
  return { worker, connection }
}
