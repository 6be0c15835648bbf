import { AppError } from '@kerbside/schema/errors'
import { retryFailed } from '@kerbside/schema/events/event.queue'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Job } from 'bullmq'
import type { ClientSession } from 'mongoose'
import type { Context } from '../deps.ts'
import { oneLine, recordJob, referencesOf, withRedis, type FailedJob, type FailedWork } from './failed-work.ts'

/** Jobs about leads are the only ones that Redis remembers when they fail. */
export const failedLeadJobs: FailedWork = {
  async count(ctx) {
    const failed = await withRedis(ctx, () => ctx.queues.leads.getFailedCount())
    return { failed, retryable: failed }
  },
  list: async (ctx, offset, limit) => toFailedJobs(await readFailed(ctx, offset, limit, { oldestFirst: false })),
  oldestRetryable: async (ctx, limit) => toFailedJobs(await readFailed(ctx, 0, limit, { oldestFirst: true })),
  async find(ctx, id) {
    const job = await withRedis(ctx, () => findFailed(ctx, id))
    return job ? ((await toFailedJobs([job]))[0] ?? null) : null
  },
  async retry(ctx, job) {
    const isRetried = await withRedis(ctx, async () => {
      const failed = await findFailed(ctx, job.id)
      return failed !== null && retryFailed(failed)
    })
    if (isRetried) await recordJob(ctx, 'job.retried', job, `Job ${job.id}.`)
    return isRetried
  },
  async discard(ctx, job, session) {
    const failed = await withRedis(ctx, () => findFailed(ctx, job.id))
    if (failed === null) return false
    await giveUp(ctx, failed, session)
    // Last, so that a failure leaves everything as it was. Should the commit fail, the work is still due, and the relay
    // queues it again.
    const removed = await withRedis(ctx, () => ctx.queues.leads.remove(job.id))
    if (removed === 0) throw new AppError('CONFLICT', 'A worker has just begun this job again. Look again in a moment.')
    return true
  },
}

const readFailed = ({ queues, redis }: Context, offset: number, limit: number, order: { oldestFirst: boolean }) =>
  withRedis({ redis }, () => queues.leads.getJobs(['failed'], offset, offset + limit - 1, order.oldestFirst))

/** Asks for the state first: the text could be the name of another key, which is no job. */
async function findFailed({ queues: { leads } }: Context, id: string): Promise<Job | null> {
  if ((await leads.getJobState(id)) !== 'failed') return null
  return (await leads.getJob(id)) ?? null
}

async function toFailedJobs(jobs: readonly Job[]): Promise<FailedJob[]> {
  const leadIds = jobs.map(leadIdOf)
  const references = await referencesOf(leadIds)
  return jobs.map((job, index) => {
    const leadId = leadIds[index] ?? null
    return {
      id: job.id ?? '',
      work: job.name,
      leadId,
      reference: (leadId !== null && references.get(leadId)) || null,
      requestedBy: null,
      error: job.failedReason ? oneLine(job.failedReason) : null,
      attempts: job.attemptsMade,
      failedAt: new Date(job.finishedOn ?? job.timestamp),
      canRetry: true,
    }
  })
}

/** Redis may hold jobs of another release, so nothing is certain about their data. */
function leadIdOf({ data }: Job): number | null {
  const { leadId }: { leadId?: unknown } = data ?? {}
  return Number.isSafeInteger(leadId) ? (leadId as number) : null
}

/** Nothing follows from the event of this job any more. Later ones of the same lead stay due. */
async function giveUp(ctx: Context, job: Job, session: ClientSession): Promise<void> {
  const leadId = leadIdOf(job)
  if (leadId === null) return
  if (job.name === 'lead.submitted') {
    await LeadModel.updateOne({ _id: leadId, dispatchedAt: null }, { dispatchedAt: ctx.now() }, { session })
  }
  await LeadModel.updateOne({ _id: leadId }, { $pull: { outbox: { id: job.id } } }, { session })
}
