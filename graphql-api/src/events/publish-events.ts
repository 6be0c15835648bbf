import { jobOf, type JobRequest, type OutboxEvent } from '@kerbside/schema/events/event.jobs'
import { enqueueEach, type EnqueueAll } from '@kerbside/schema/events/event.queue'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { noTracing, type Tracing } from '@kerbside/schema/operation/tracing'
import type { Logger } from 'pino'
import type { Context } from '../deps.ts'

/**
 * Queues the job of something that is stored. With Redis away it is left to the worker, which finds what is stored by
 * itself. `fields` are logged then.
 */
export async function queueStored(
  { enqueueAll, log }: { enqueueAll: EnqueueAll; log: Logger },
  request: JobRequest,
  fields: object,
): Promise<void> {
  await enqueueAll([request]).catch((error: unknown) => log.warn({ err: error, ...fields }, 'job left to the worker'))
}

/** An event with the request that causes it, for the worker's log and traces. */
export function fromRequest({ client, tracing }: Pick<Context, 'client' | 'tracing'>, event: OutboxEvent): OutboxEvent {
  const traceparent = tracing.traceparent()
  return { ...event, origin: { requestId: client.requestId, ...(traceparent && { traceparent }) } }
}

type LeadEvent = { leadId: number; event: OutboxEvent; since: Date }
type PublisherDeps = { enqueueAll: EnqueueAll; log: Logger; tracing?: Tracing }

/**
 * Publishes committed outbox events to Redis in the background, many at a time. An event leaves its outbox only after
 * Redis has acknowledged the job. That may come late, because a job id that is published twice is queued once.
 * `flush` resolves when no event is waiting any more: before the process stops.
 */
export function createEventPublisher({ enqueueAll, log, tracing = noTracing }: PublisherDeps) {
  let failing = false
  // The events are stored in their leads, and the relay in the worker publishes what is left there.
  const leaveToRelay = (error: unknown) => {
    if (!failing) log.warn({ err: error }, 'outbox events left to the relay')
    failing = true
  }

  const acknowledged = createBatches<LeadEvent>({
    every: 100,
    max: 500,
    failed: leaveToRelay,
    handle: removeFromOutbox,
  })
  const committed = createBatches<LeadEvent>({
    every: 5,
    max: 200,
    failed: leaveToRelay,
    async handle(batch) {
      const requests = batch.map(({ leadId, event }) => jobOf(leadId, event))
      const failed = await enqueueEach(enqueueAll, requests)
      const [error] = failed.values()
      if (error !== undefined) leaveToRelay(error)
      else if (failing) {
        log.info('outbox events are published again')
        failing = false
      }
      batch.forEach((published, index) => {
        const request = requests[index]
        if (!request || failed.has(request)) return
        acknowledged.add(published)
        const parent = published.event.origin?.traceparent
        if (parent) tracing.mark({ name: 'publish event', kind: 'producer', parent }, published.since)
      })
    },
  })

  return {
    publishEvent: (leadId: number, event: OutboxEvent) => committed.add({ leadId, event, since: new Date() }),
    async flush() {
      await committed.flush()
      await acknowledged.flush()
    },
  }
}

/** Not awaiting a majority: an event that comes back after a failover is published again, under the same id. */
async function removeFromOutbox(batch: readonly LeadEvent[]) {
  await LeadModel.updateMany(
    { _id: { $in: batch.map(({ leadId }) => leadId) } },
    { $pull: { outbox: { id: { $in: batch.map(({ event }) => event.id) } } } },
    { writeConcern: { w: 1 } },
  )
}

type BatchOptions<T> = {
  /** Milliseconds that the first of a batch waits for others. */
  every: number
  /** Size of one batch. */
  max: number
  handle: (batch: readonly T[]) => Promise<void>
  /** Called for a batch that could not be handled. It is not tried again. */
  failed: (error: unknown) => void
}

/** At most this many wait in memory. What does not fit is dropped here, because it is stored elsewhere. */
const maxWaiting = 10_000

/** Collects items and handles them many at a time, one batch after the other. */
function createBatches<T>({ every, max, handle, failed }: BatchOptions<T>) {
  const waiting: T[] = []
  let running: Promise<void> | null = null
  let endPause = () => {}

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, every)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async () => {
    while (waiting.length > 0) {
      if (waiting.length < max) await pause()
      await handle(waiting.splice(0, max)).catch(failed)
    }
    running = null
  }

  return {
    add(item: T) {
      if (waiting.length < maxWaiting) waiting.push(item)
      running ??= run()
    },
    /** Handles what has been added, without a pause for more. */
    async flush() {
      while (running !== null) {
        endPause()
        await running
      }
    },
  }
}
