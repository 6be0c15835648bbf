import { eventTypes, readEvent, type JobRequest } from '@kerbside/schema/events/event.jobs'
import { enqueueEach } from '@kerbside/schema/events/event.queue'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Deps } from '../deps.ts'

/** Younger events are still the api's to hand over. */
export const relayAfterMs = 2_000
const batchSize = 200

type RelayDeps = Pick<Deps, 'now' | 'enqueueAll' | 'metrics'>
type Waiting = Pick<LeadRecord, '_id' | 'outbox'>

/**
 * Hands over what the api could not: Redis was away, or the process ended before it did. An event leaves its lead only
 * after Redis has acknowledged its job, and its id makes the job one, whoever else hands it over as well. One that this
 * version does not understand stays for a version that does, and keeps no other waiting.
 */
export async function relayOutbox(deps: RelayDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - relayAfterMs)
  // The first for the index; the second leaves out, before they are read, events that nobody here can hand over.
  const due = LeadModel.find(
    { 'outbox.at': { $lte: before }, outbox: { $elemMatch: { type: { $in: eventTypes }, at: { $lte: before } } } },
    'outbox',
  ).lean()
  const errors: unknown[] = []
  let batch: Waiting[] = []
  for await (const lead of due.cursor({ batchSize })) {
    batch.push(lead)
    if (batch.length < batchSize) continue
    errors.push(...(await handOverBatch(deps, batch)))
    batch = []
  }
  errors.push(...(await handOverBatch(deps, batch)))
  if (errors.length > 0) throw errors[0]
}

/** Returns what went wrong with single events; rejects when none could be handed over, because Redis is away then. */
async function handOverBatch({ enqueueAll, metrics }: RelayDeps, leads: readonly Waiting[]): Promise<unknown[]> {
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
  return errors
}
