import { byEmail, byPush, byWebhook, DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { AppError } from '@kerbside/schema/errors'
import { maxRetries, queueNames, type QueueName } from '@kerbside/schema/events/event.jobs'
import { countJobs, oldestWaitingAt } from '@kerbside/schema/events/event.queue'
import { outboxBacklog } from '@kerbside/schema/leads/list/find-leads.model'
import { readCursor, toCursor } from '@kerbside/schema/list-cursor.model'
import { ListLimit, readPageInput, toListPage, type ListPage } from '@kerbside/schema/lists'
import { lastHeartbeat, workerAbsentAfterMs } from '@kerbside/schema/operation/heartbeat.queue'
import { mayEvict } from '@kerbside/schema/operation/redis-policy.queue'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { failedEmails, failedPushes, failedWebhooks } from './failed-deliveries.ts'
import { failedLeadJobs } from './failed-lead-jobs.ts'
import { failedExports, failedImports } from './failed-records.ts'
import { nothingFailed, recordJob, withRedis, type FailedJob, type FailedWork } from './failed-work.ts'

const failedWork: Record<QueueName, FailedWork> = {
  leads: failedLeadJobs,
  mail: failedEmails,
  webhooks: failedWebhooks,
  push: failedPushes,
  exports: failedExports,
  imports: failedImports,
  // What fails in it is done again by itself when it is due the next time.
  periodic: nothingFailed,
}

/** What Redis tells about a queue. */
type JobCounts = { waiting: number; delayed: number; active: number; oldestWaitingAt: Date | null }

/** A figure is null while it cannot be read, because Redis is away. */
export type JobQueue = { [Figure in keyof JobCounts]: JobCounts[Figure] | null } & {
  name: QueueName
  failed: number | null
  retryable: number | null
}

/** `unknown`: workers report in Redis, which is away. */
export const workerStates = ['reporting', 'absent', 'unknown'] as const

export type QueueOverview = {
  isRedisAway: boolean
  /** Redis may throw jobs away when its memory is full; null while that cannot be read. */
  redisMayEvict: boolean | null
  worker: (typeof workerStates)[number]
  /** When a worker reported last; null if none ever has, or while that cannot be read. */
  workerReportedAt: Date | null
  /** Leads with events that are stored and not queued yet. */
  unpublishedLeads: number
  oldestUnpublishedAt: Date | null
  queues: JobQueue[]
}

/** How the queues are doing. What MongoDB knows is answered without Redis too. */
export async function queueOverview(ctx: Context): Promise<QueueOverview> {
  requireCan(ctx.viewer, 'queue:manage')
  const [redis, outbox, queues] = await Promise.all([
    nullWithoutRedis(() => readRedis(ctx)),
    outboxBacklog(ctx.now()),
    Promise.all(queueNames.map((name) => nullWithoutRedis(() => failedWork[name].count(ctx)))),
  ])
  // Waiting for its next try, none of these has a job.
  const tried = { state: 'queued' as const, attempts: { $gt: 0 } }
  const triedOf: Partial<Record<QueueName, number>> = {
    mail: await DeliveryModel.countDocuments({ ...tried, ...byEmail }),
    webhooks: await DeliveryModel.countDocuments({ ...tried, ...byWebhook }),
    push: await DeliveryModel.countDocuments({ ...tried, ...byPush }),
  }
  return {
    isRedisAway: redis === null,
    redisMayEvict: redis?.mayEvict ?? null,
    worker: redis === null ? 'unknown' : workerState(ctx, redis.reportedAt),
    workerReportedAt: redis?.reportedAt ?? null,
    unpublishedLeads: outbox.leads,
    oldestUnpublishedAt: outbox.oldestAt,
    queues: queueNames.map((name, index) => {
      const counts = redis?.counts[index] ?? { waiting: null, delayed: null, active: null, oldestWaitingAt: null }
      const delayed = counts.delayed === null ? null : counts.delayed + (triedOf[name] ?? 0)
      return { name, ...counts, delayed, ...(queues[index] ?? { failed: null, retryable: null }) }
    }),
  }
}

async function nullWithoutRedis<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return null
    throw error
  }
}

const readRedis = (ctx: Context) =>
  withRedis(ctx, async () => {
    const [reportedAt, evicts, counts] = await Promise.all([
      lastHeartbeat(ctx.redis, ctx.config.REDIS_PREFIX),
      mayEvict(ctx.redis),
      Promise.all(queueNames.map((name) => readJobs(ctx, name))),
    ])
    return { reportedAt, mayEvict: evicts, counts }
  })

async function readJobs({ queues }: Context, name: QueueName): Promise<JobCounts> {
  const { waiting, delayed, active } = await countJobs(queues[name])
  return { waiting, delayed, active, oldestWaitingAt: await oldestWaitingAt(queues[name]) }
}

function workerState({ now }: Context, reportedAt: Date | null) {
  const isSilent = reportedAt === null || now().getTime() - reportedAt.getTime() >= workerAbsentAfterMs
  return isSilent ? 'absent' : 'reporting'
}

/** `place`: how many are before it in the list. */
export type ListedJob = FailedJob & { place: number }

const ListInput = z.object({ first: ListLimit.nullish(), after: z.string().nullish() })

/** The failed jobs of a queue, newest first. A place in the list is a number, because that is all that BullMQ can read. */
export async function listFailedJobs(ctx: Context, queue: QueueName, input: unknown): Promise<ListPage<ListedJob>> {
  requireCan(ctx.viewer, 'queue:manage')
  const bounds = readPageInput(parse(ListInput, input))
  const { after, size } = bounds
  const offset = after ? Number(readCursor('failed', /^(\d{1,6})$/, after, 'after')[0]) + 1 : 0
  const found = await failedWork[queue].list(ctx, offset, size + 1)
  const listed = found.map((job, index) => ({ ...job, place: offset + index }))
  return toListPage(listed, bounds, async () => (await failedWork[queue].count(ctx)).failed)
}

export const failedCursorOf = ({ place }: ListedJob) => toCursor('failed', place)

async function findFailed(ctx: Context, queue: QueueName, id: string): Promise<FailedJob> {
  requireCan(ctx.viewer, 'queue:manage')
  const job = await failedWork[queue].find(ctx, id)
  if (!job) throw notFailed(queue, id)
  return job
}

const notFailed = (queue: QueueName, id: string) =>
  new AppError(
    'NOT_FOUND',
    `The queue ${queue} has no failed job ${id.slice(0, 100)}. It may have been retried meanwhile.`,
  )

/** Has a failed job run again, with all its attempts. What it had done already is not done twice. */
export async function retryJob(ctx: Context, queue: QueueName, id: string): Promise<boolean> {
  const job = await findFailed(ctx, queue, id)
  if (!job.canRetry) throw new AppError('CONFLICT', 'This email cannot be sent again. Discard it, or send a new one.')
  if (!(await failedWork[queue].retry(ctx, job))) throw notFailed(queue, id)
  return true
}

/** Retries the oldest failed jobs of a queue. Returns how many; those that a colleague has just decided are left out. */
export async function retryFailedJobs(ctx: Context, queue: QueueName): Promise<number> {
  requireCan(ctx.viewer, 'queue:manage')
  let retried = 0
  for (const job of await failedWork[queue].oldestRetryable(ctx, maxRetries)) {
    try {
      if (await failedWork[queue].retry(ctx, job)) retried += 1
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
    }
  }
  return retried
}

const reasonLength = 'Give a reason of 3 to 200 characters.'
const DiscardInput = z.object({ reason: z.string().trim().min(3, reasonLength).max(200, reasonLength) })

/**
 * Gives a failed job up for good (docs/specification.md, 9.9): nobody does its work, and nothing brings it back. The
 * reason is recorded in the audit trail.
 */
export async function discardJob(ctx: Context, queue: QueueName, id: string, input: unknown): Promise<boolean> {
  requireCan(ctx.viewer, 'queue:manage')
  const { reason } = parse(DiscardInput, input)
  const job = await findFailed(ctx, queue, id)
  await inTransaction(async (session) => {
    await recordJob(ctx, 'job.discarded', job, `Job ${job.id}: ${reason.replace(/\s+/g, ' ')}`, session)
    if (!(await failedWork[queue].discard(ctx, job, session))) throw notFailed(queue, id)
  })
  return true
}
