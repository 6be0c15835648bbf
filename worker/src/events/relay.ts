import { eventTypes, readEvent, relayAfterMs, type OutboxEvent } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Deps } from '../deps.ts'

type RelayDeps = Pick<Deps, 'now' | 'config' | 'enqueueAll' | 'reviveAll' | 'metrics' | 'tracing'>

/** So many events that Redis does not take mean that it is away: the next pass goes on. */
const maxFailures = 10

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
  for await (const { _id, outbox } of due.cursor()) {
    for (const event of outbox) {
      if (event.dueAt > at || !eventTypes.includes(event.type)) continue
      await relayEvent(deps, _id, event, at).catch((error: unknown) => errors.push(error))
      if (errors.length === maxFailures) throw errors[0]
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** A job of this event may be known to Redis, and have failed for good. */
const wasQueued = ({ at, dueAt }: OutboxEvent) => dueAt.getTime() > at.getTime() + relayAfterMs

async function relayEvent(deps: RelayDeps, leadId: number, event: OutboxEvent, at: Date): Promise<void> {
  const request = readEvent(leadId, event)
  if (!request) throw new Error(`Event ${event.id} is not understood`)
  if (wasQueued(event)) {
    await deps.reviveAll([request])
    deps.metrics.revived.inc({ what: 'event' })
  } else {
    await deps.enqueueAll([request])
    deps.metrics.relayed.inc()
  }
  // Until then the job has time to be done.
  const dueAt = new Date(at.getTime() + deps.config.SWEEP_AFTER_SECONDS * 1_000)
  await LeadModel.updateOne(
    { _id: leadId, 'outbox.id': event.id },
    { $set: { 'outbox.$.dueAt': dueAt } },
    { timestamps: false },
  )
  const parent = request.origin?.traceparent
  if (parent) deps.tracing.mark({ name: 'relay event', kind: 'producer', parent }, at)
}
