import { eventTypes, readEvent, relayAfterMs, type JobRequest } from '@kerbside/schema/events/event.jobs'
import { enqueueEach } from '@kerbside/schema/events/event.queue'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Deps } from '../deps.ts'

const batchSize = 200

type RelayDeps = Pick<Deps, 'now' | 'enqueueAll' | 'metrics' | 'tracing'>
type Waiting = Pick<LeadRecord, '_id' | 'outbox'>

/**
 * Publishes the outbox events that the api could not publish, because Redis was away or the process ended. An event is
 * removed from its lead only after Redis has acknowledged its job, and its id prevents a second job when others publish
 * it too. An event that this version does not understand stays for a version that does, and blocks no other.
 */
export async function relayOutbox(deps: RelayDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - relayAfterMs)
  // The first condition uses the index; the second leaves out events that this version cannot publish.
  const due = LeadModel.find(
    { 'outbox.at': { $lte: before }, outbox: { $elemMatch: { type: { $in: eventTypes }, at: { $lte: before } } } },
    'outbox',
  ).lean()
  const errors: unknown[] = []
  let batch: Waiting[] = []
  for await (const lead of due.cursor({ batchSize })) {
    batch.push(lead)
    if (batch.length < batchSize) continue
    errors.push(...(await publishBatch(deps, batch)))
    batch = []
  }
  errors.push(...(await publishBatch(deps, batch)))
  if (errors.length > 0) throw errors[0]
}

/** Returns the errors of single events. Rejects when none could be published, because then Redis is away. */
async function publishBatch(
  { now, enqueueAll, metrics, tracing }: RelayDeps,
  leads: readonly Waiting[],
): Promise<unknown[]> {
  const startedAt = now()
  const errors: unknown[] = []
  const requests = new Map<JobRequest, number>()
  for (const { _id, outbox } of leads) {
    for (const event of outbox) {
      const request = readEvent(_id, event)
      if (request) requests.set(request, _id)
      else if (eventTypes.includes(event.type)) errors.push(new Error(`Event ${event.id} is not understood`))
    }
  }
  const failed = await enqueueEach(enqueueAll, [...requests.keys()])
  if (failed.size > 0 && failed.size === requests.size) throw [...failed.values()][0]
  errors.push(...failed.values())
  const done = [...requests].filter(([request]) => !failed.has(request))
  if (done.length === 0) return errors
  await LeadModel.bulkWrite(
    done.map(([{ jobId }, _id]) => ({
      updateOne: { filter: { _id }, update: { $pull: { outbox: { id: jobId } } } },
    })),
    { ordered: false },
  )
  metrics.relayed.inc(done.length)
  for (const [{ origin }] of done) {
    const parent = origin?.traceparent
    if (parent) tracing.mark({ name: 'relay event', kind: 'producer', parent }, startedAt)
  }
  return errors
}
