import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { createWorkerRedis, nameInRedis } from '@kerbside/schema/events/event.queue'
import { jobOfEvent, leadSubmitted, queueNames, type JobRequest } from '@kerbside/schema/events/event.jobs'
import { heartbeatKey } from '@kerbside/schema/operation/heartbeat.queue'
import { redisUrl } from '@kerbside/schema/testing/database'
import { Worker } from 'bullmq'
import { expect } from 'vitest'
import type { Context } from '../deps.ts'
import { createSession, createUser, useTestApp } from './test-app.ts'

export const at = new Date('2026-11-20T10:00:00Z')
export const submitted = (leadId: number) => jobOfEvent(leadId, leadSubmitted(leadId, at))
export const inAnHour = () => new Date(Date.now() + 3_600_000)

export const email = {
  leadId: 1,
  kind: 'confirmation',
  state: 'failed',
  attempts: 8,
  lastError: '550 no such user',
} as const
export const aFile = { requestedBy: { id: 'x', name: 'Ada' }, state: 'failed', createdAt: at, updatedAt: at } as const

export const audit = async () =>
  (await AuditEntryModel.find().sort({ at: 1 }).lean()).map(({ action, subject, details }) => ({
    action,
    label: subject.label,
    details,
  }))

/** The app, its queues and jobs that fail. */
export function useQueues() {
  const app = useTestApp()
  const { queues, redis, config } = app.deps

  /** Empties the queues and gives an admin's context. */
  async function begin(): Promise<Context> {
    for (const name of queueNames) await queues[name].obliterate({ force: true })
    await redis.del(heartbeatKey(config.REDIS_PREFIX))
    return app.contextOf((await createSession(await createUser('admin'))).viewer)
  }

  /** A worker of the queue of leads that does this with each job; `runs` has the id of each run. */
  function leadWorker(job: () => Promise<void>) {
    const runs: string[] = []
    const connection = createWorkerRedis(redisUrl())
    const run = async ({ id }: { id?: string | undefined }) => {
      runs.push(String(id))
      await job()
    }
    const worker = new Worker(nameInRedis('leads'), run, { connection, prefix: config.REDIS_PREFIX })
    const close = async () => {
      await worker.close()
      connection.disconnect()
    }
    return { runs, close }
  }

  /** Jobs about leads whose every try failed, in this order. */
  async function fail(...requests: JobRequest[]): Promise<void> {
    const worker = leadWorker(() => Promise.reject(new Error('The firm\n could not be read')))
    for (const [index, { name, data, jobId }] of requests.entries()) {
      await queues.leads.add(name, data, { jobId, attempts: 1 })
      await expect.poll(() => queues.leads.getFailedCount()).toBe(index + 1)
    }
    await worker.close()
  }

  return { app, queues, redis, config, begin, leadWorker, fail }
}
