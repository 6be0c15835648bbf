import {
  eventTypes,
  readEvent,
  relayAfterMs,
  type JobRequest,
  type OutboxEvent,
} from '@kerbside/schema/events/event.jobs'
import { enqueueEach } from '@kerbside/schema/events/event.queue'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Deps } from '../deps.ts'

const batchSize = 200

type RelayDeps = Pick<Deps, 'now' | 'config' | 'enqueueAll' | 'reviveAll' | 'metrics' | 'tracing'>
type Waiting = Pick<LeadRecord, '_id' | 'outbox'>

/**
 * Queues the events that are due: nobody has done them, and the api could not publish them, or Redis has lost their jobs,
 * or these have failed for good. The id of an event is that of its job, so one that waits or runs is not queued twice. An
 * event that this version does not understand stays for a version that does, and blocks no other.
 */
export async function relayOutbox(deps: RelayDeps): Promise<void> {
  const at = deps.now()
  // The first condition uses the index; the second leaves out events that this version cannot queue.
  const due = LeadModel.find(
    { 'outbox.dueAt': { $lte: at }, outbox: { $elemMatch: { type: { $in: eventTypes }, dueAt: { $lte: at } } } },
    'outbox',
  ).lean()
  const errors: unknown[] = []
  let batch: Waiting[] = []
  for await (const lead of due.cursor({ batchSize })) {
    batch.push(lead)
    if (batch.length < batchSize) continue
    errors.push(...(await queueBatch(deps, batch, at)))
    batch = []
  }
  errors.push(...(await queueBatch(deps, batch, at)))
  if (errors.length > 0) throw errors[0]
}

/** A job of this event may be known to Redis, and have failed for good. */
const wasQueued = ({ at, dueAt }: OutboxEvent) => dueAt.getTime() > at.getTime() + relayAfterMs

/** Returns the errors of single events. Rejects when none could be queued, because then Redis is away. */
async function queueBatch(deps: RelayDeps, leads: readonly Waiting[], at: Date): Promise<unknown[]> {
  const errors: unknown[] = []
  const [fresh, again] = [new Map<JobRequest, number>(), new Map<JobRequest, number>()]
  for (const { _id, outbox } of leads) {
    for (const event of outbox) {
      if (event.dueAt > at) continue
      const request = readEvent(_id, event)
      if (request) (wasQueued(event) ? again : fresh).set(request, _id)
      else if (eventTypes.includes(event.type)) errors.push(new Error(`Event ${event.id} is not understood`))
    }
  }
  const failed = new Map([
    ...(await enqueueEach(deps.enqueueAll, [...fresh.keys()])),
    ...(await enqueueEach(deps.reviveAll, [...again.keys()])),
  ])
  if (failed.size > 0 && failed.size === fresh.size + again.size) throw [...failed.values()][0]
  errors.push(...failed.values())
  const queued = [...fresh, ...again].filter(([request]) => !failed.has(request))
  if (queued.length > 0) await putOff(deps, queued, at)
  deps.metrics.relayed.inc(queued.filter(([request]) => fresh.has(request)).length)
  deps.metrics.revived.inc({ what: 'event' }, queued.filter(([request]) => again.has(request)).length)
  for (const [{ origin }] of queued) {
    const parent = origin?.traceparent
    if (parent) deps.tracing.mark({ name: 'relay event', kind: 'producer', parent }, at)
  }
  return errors
}

/** Until then the jobs have time to be done. */
async function putOff({ config }: RelayDeps, queued: readonly [JobRequest, number][], at: Date): Promise<void> {
  const dueAt = new Date(at.getTime() + config.SWEEP_AFTER_SECONDS * 1_000)
  await LeadModel.bulkWrite(
    queued.map(([{ jobId }, _id]) => ({
      updateOne: { filter: { _id, 'outbox.id': jobId }, update: { $set: { 'outbox.$.dueAt': dueAt } } },
    })),
    { ordered: false, timestamps: false },
  )
}
