import { jobs, queueNames, type JobRequest, type QueueName } from '@kerbside/schema/events/event.jobs'
import { periodicJobs } from '@kerbside/schema/events/periodic-jobs'
import { Queue, type Job, type JobType } from 'bullmq'
import type { Deps } from '../deps.ts'

/** In whichever state a job is, it may be done again. */
const states: JobType[] = ['active', 'waiting', 'prioritized', 'delayed', 'failed']
const batchSize = 500
/** Seconds after which another worker goes on, should this one be killed. */
const turnSeconds = 60

type FormerDeps = Pick<Deps, 'redis' | 'queues' | 'enqueueAll' | 'config' | 'log'>

/**
 * Former releases called the queues by their plain names in Redis. What a queue of such a name holds goes into today's, under
 * its id, and the former one is removed; likewise what a server of a former release adds beside this one. A cluster has
 * none, because no former release could use it.
 */
export async function adoptFormerJobs(deps: FormerDeps): Promise<void> {
  const { redis, config } = deps
  if (redis.status !== 'ready' || redis.isCluster) return
  // Of two workers that remove a queue at one moment, the second finds half of it.
  const turn = `${config.REDIS_PREFIX}:former-jobs`
  if ((await redis.set(turn, '1', 'EX', turnSeconds, 'NX')) === null) return
  try {
    for (const name of queueNames) await adoptQueue(deps, name)
  } finally {
    await redis.del(turn)
  }
}

async function adoptQueue({ redis, enqueueAll, config, log }: FormerDeps, name: QueueName): Promise<void> {
  const prefix = config.REDIS_PREFIX
  if ((await redis.exists(`${prefix}:${name}:meta`)) === 0) return
  const former = new Queue(name, { connection: redis, prefix, skipMetasUpdate: true })
  former.on('error', () => {}) // the listener of the connection logs it
  try {
    let adopted = 0
    for (let page = 0, found = 1; found > 0; page += 1) {
      const left = await former.getJobs(states, page * batchSize, (page + 1) * batchSize - 1, true)
      found = left.length
      const requests = left.flatMap(toRequest)
      if (requests.length > 0) await enqueueAll(requests)
      adopted += requests.length
    }
    await former.obliterate({ force: true })
    log.info({ queue: name, jobs: adopted }, 'jobs of a former release taken over')
  } finally {
    await former.close()
  }
}

/** Nothing of a job that this release does not know. Periodic jobs have schedules under today's name. */
function toRequest(job: Job | undefined): JobRequest[] {
  if (!job?.id || !Object.hasOwn(jobs, job.name) || Object.hasOwn(periodicJobs, job.name)) return []
  return [{ name: job.name, data: job.data, jobId: job.id } as JobRequest]
}
