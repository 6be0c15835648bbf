import { periodicJobNames, periodicJobs } from '@kerbside/schema/events/periodic-jobs'
import type { Deps } from '../deps.ts'

/** Milliseconds after which a run that has not begun counts as lost: longer than any worker takes to start one. */
const overdueMs = 60_000

/**
 * Has Redis run the periodic jobs. A schedule is written only where it is missing, has another interval, or has lost its
 * next run, so that many workers do this beside each other and an emptied Redis gets them back. Likewise where the next
 * run is so far away that a worker whose clock is ahead must have set it: BullMQ goes by the machine's clock.
 */
export async function keepSchedules({ redis, queues, now }: Pick<Deps, 'redis' | 'queues' | 'now'>): Promise<void> {
  if (redis.status !== 'ready') return // a read would wait for Redis
  const stored = new Map((await queues.periodic.getJobSchedulers()).map((schedule) => [schedule.key, schedule]))
  for (const name of periodicJobNames) {
    const every = periodicJobs[name]
    const schedule = stored.get(name)
    const dueInMs = (schedule?.next ?? 0) - now().getTime()
    if (schedule?.every !== every || dueInMs < -overdueMs || dueInMs > every + overdueMs)
      await queues.periodic.upsertJobScheduler(name, { every }, { name, data: {} })
  }
  // One that no release knows any more would add jobs that nobody can do.
  const unknown = [...stored.keys()].filter((key) => !Object.hasOwn(periodicJobs, key))
  for (const key of unknown) await queues.periodic.removeJobScheduler(key)
}
