import { jobOf, type OutboxEvent } from '@kerbside/schema/events/event.jobs'
import type { EnqueueAll } from '@kerbside/schema/events/event.queue'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Logger } from 'pino'

type Waiting = { leadId: number; event: OutboxEvent }

/** Events handed to Redis in one go. */
const batchSize = 200
/** Events kept in memory at most; what does not fit, the relay finds in the outbox. */
const mostWaiting = 10_000

export type HandOver = {
  handOver: (leadId: number, event: OutboxEvent) => void
  /** Resolves when nothing is waiting any more: before the process stops. */
  flush: () => Promise<void>
}

/**
 * Hands committed outbox events to Redis in the background, many at a time: what arrives while one batch is under way
 * goes with the next. An event leaves its outbox only after Redis has acknowledged the job.
 */
export function createHandOver({ enqueueAll, log }: { enqueueAll: EnqueueAll; log: Logger }): HandOver {
  const waiting: Waiting[] = []
  let running: Promise<void> | null = null
  let failing = false

  const handOverBatch = async (batch: readonly Waiting[]) => {
    try {
      await enqueueAll(batch.map(({ leadId, event }) => jobOf(leadId, event)))
      await removeFromOutbox(batch)
      if (failing) log.info('outbox events are handed over again')
      failing = false
    } catch (error) {
      // The events are safe in their leads, and the worker's relay hands them over.
      if (!failing) log.warn({ err: error }, 'outbox events left to the relay')
      failing = true
    }
  }

  const run = async () => {
    while (waiting.length > 0) await handOverBatch(waiting.splice(0, batchSize))
    running = null
  }

  return {
    handOver(leadId, event) {
      if (waiting.length < mostWaiting) waiting.push({ leadId, event })
      // Not at once: requests that are being answered in this turn of the loop share the first batch.
      running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(run)
    },
    flush: async () => {
      while (running !== null) await running
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
