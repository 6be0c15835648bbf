import { leadSubject, type AuditAction } from '@kerbside/schema/audit/audit'
import { AppError } from '@kerbside/schema/errors'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { ClientSession } from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'

/** Work of a queue that failed and that people decide about. It names a lead by its reference and nobody else. */
export type FailedJob = {
  id: string
  /** The name of the job, or the kind of the email. */
  work: string
  leadId: number | null
  /** The lead's; null when the work is about no lead, or about one that was deleted. */
  reference: string | null
  /** The colleague who asked for a file of leads; null of other work. */
  requestedBy: string | null
  /** One line; null when none was stored. */
  error: string | null
  /** Null where tries are not counted. */
  attempts: number | null
  failedAt: Date
  canRetry: boolean
}

/** The failed work of one queue, wherever the queue stores it. What needs Redis rejects as UNAVAILABLE without it. */
export type FailedWork = {
  count: (ctx: Context) => Promise<{ failed: number; retryable: number }>
  /** Newest first. */
  list: (ctx: Context, offset: number, limit: number) => Promise<FailedJob[]>
  /** Null when there is no such job, or when it has not failed. */
  find: (ctx: Context, id: string) => Promise<FailedJob | null>
  /** The oldest that can be retried. */
  oldestRetryable: (ctx: Context, limit: number) => Promise<FailedJob[]>
  /** Records it in the audit trail. False when it has not failed any more. */
  retry: (ctx: Context, job: FailedJob) => Promise<boolean>
  /** Gives the work up within the session's transaction. False when it has not failed any more. */
  discard: (ctx: Context, job: FailedJob, session: ClientSession) => Promise<boolean>
}

/** For a queue that remembers no failed work. */
export const nothingFailed: FailedWork = {
  count: async () => ({ failed: 0, retryable: 0 }),
  list: async () => [],
  find: async () => null,
  oldestRetryable: async () => [],
  retry: async () => false,
  discard: async () => false,
}

/** References of leads by their ids; a lead that was deleted has none. */
export async function referencesOf(leadIds: readonly (number | null)[]): Promise<Map<number, string>> {
  const ids = leadIds.filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const leads = await LeadModel.find({ _id: { $in: ids } }, 'reference').lean()
  return new Map(leads.map(({ _id, reference }) => [_id, reference]))
}

const maxErrorLength = 300

/** An error as a list shows it. */
export const oneLine = (error: string) => error.replace(/\s+/g, ' ').trim().slice(0, maxErrorLength)

type JobAction = Extract<AuditAction, 'job.retried' | 'job.discarded'>

/** The entry is found under the lead's reference where the job is about a lead. */
export async function recordJob(
  ctx: Context,
  action: JobAction,
  { id, work, leadId, reference }: FailedJob,
  details: string,
  session?: ClientSession,
): Promise<void> {
  const subject =
    leadId !== null && reference !== null ? leadSubject(leadId, reference) : ({ kind: 'job', id, label: work } as const)
  await recordAudit(ctx, { action, subject, details }, session)
}

const redisAway = (cause?: unknown) =>
  new AppError('UNAVAILABLE', 'Redis is away, so its jobs cannot be reached. Try again in a minute.', {
    retryAfter: 30,
    cause,
  })

/** Runs calls of Redis. While it is away, or connected and silent, they reject as UNAVAILABLE. */
export async function withRedis<T>({ redis }: Pick<Context, 'redis'>, calls: () => Promise<T>): Promise<T> {
  if (redis.status !== 'ready') throw redisAway()
  try {
    return await calls()
  } catch (error) {
    throw redisAway(error)
  }
}
