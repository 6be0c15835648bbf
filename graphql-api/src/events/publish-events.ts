import { jobOf, type OutboxEvent } from '@kerbside/schema/events/event.jobs'
import { enqueueEach, type EnqueueAll } from '@kerbside/schema/events/event.queue'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Logger } from 'pino'
import { createBatches } from './batches.ts'

type Waiting = { leadId: number; event: OutboxEvent }

export type HandOver = {
  handOver: (leadId: number, event: OutboxEvent) => void
  /** Resolves when nothing is waiting any more: before the process stops. */
  flush: () => Promise<void>
}

/**
 * Hands committed outbox events to Redis in the background, many at a time. An event leaves its outbox only after Redis
 * has acknowledged the job; that has no hurry, because a job id that is handed over twice is queued once.
 */
export function createHandOver({ enqueueAll, log }: { enqueueAll: EnqueueAll; log: Logger }): HandOver {
  let failing = false
  // The events are safe in their leads, and the worker's relay hands over what is left there.
  const leaveToRelay = (error: unknown) => {
    if (!failing) log.warn({ err: error }, 'outbox events left to the relay')
    failing = true
  }

  const acknowledged = createBatches<Waiting>({ every: 100, most: 500, failed: leaveToRelay, handle: removeFromOutbox })
  const committed = createBatches<Waiting>({
    every: 5,
    most: 200,
    failed: leaveToRelay,
    async handle(batch) {
      const requests = batch.map(({ leadId, event }) => jobOf(leadId, event))
      const failed = await enqueueEach(enqueueAll, requests)
      const [error] = failed.values()
      if (error !== undefined) leaveToRelay(error)
      else if (failing) {
        log.info('outbox events are handed over again')
        failing = false
      }
      batch.forEach((waiting, index) => {
        const request = requests[index]
        if (request && !failed.has(request)) acknowledged.add(waiting)
      })
    },
  })

  return {
    handOver: (leadId, event) => committed.add({ leadId, event }),
    async flush() {
      await committed.flush()
      await acknowledged.flush()
    },
  }
}

/** Without waiting for a majority: an event that comes back after a failover is handed over again, under the same id. */
async function removeFromOutbox(batch: readonly Waiting[]) {
  await LeadModel.updateMany(
    { _id: { $in: batch.map(({ leadId }) => leadId) } },
    { $pull: { outbox: { id: { $in: batch.map(({ event }) => event.id) } } } },
    { writeConcern: { w: 1 } },
  )
}
