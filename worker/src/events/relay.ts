import { jobOf } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Deps } from '../deps.ts'

/** Younger events are still the api's to hand over. */
export const relayAfterMs = 2_000
const batchSize = 200

/**
 * Hands over what the api could not: Redis was away, or the process ended before it did. An event leaves its lead only
 * after Redis has acknowledged its job, and its id makes the job one, whoever else hands it over as well.
 */
export async function relayOutbox({ now, enqueueAll, metrics }: Pick<Deps, 'now' | 'enqueueAll' | 'metrics'>) {
  for (;;) {
    const before = new Date(now().getTime() - relayAfterMs)
    const leads = await LeadModel.find({ 'outbox.at': { $lte: before } }, 'outbox')
      .limit(batchSize)
      .lean()
    if (leads.length === 0) return
    await enqueueAll(leads.flatMap(({ _id, outbox }) => outbox.map((event) => jobOf(_id, event))))
    await LeadModel.bulkWrite(
      leads.map(({ _id, outbox }) => ({
        updateOne: { filter: { _id }, update: { $pull: { outbox: { id: { $in: outbox.map(({ id }) => id) } } } } },
      })),
      { ordered: false },
    )
    metrics.relayed.inc(leads.length)
    if (leads.length < batchSize) return
  }
}
