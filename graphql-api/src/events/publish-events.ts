import { jobOfEvent, type JobRequest, type OutboxEvent } from '@kerbside/schema/events/event.jobs'
import { enqueueEach, type EnqueueAll } from '@kerbside/schema/events/event.queue'
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

/** Milliseconds that the first event of a batch waits for others. */
const pauseMs = 5
const batchSize = 200
/** At most this many events wait in memory. What does not fit is dropped here, because it is stored in its lead. */
const maxWaiting = 10_000

/**
 * Publishes committed outbox events to Redis in the background, many at a time, one batch after the other. An event stays
 * in its lead until a worker has done what follows, so what cannot be published here is left to the worker's relay.
 * `flush` resolves when no event is waiting any more: before the process stops.
 */
export function createEventPublisher({ enqueueAll, log, tracing = noTracing }: PublisherDeps) {
  const waiting: LeadEvent[] = []
  let failing = false
  let running: Promise<void> | null = null
  let endPause = () => {}

  const leaveToRelay = (error: unknown) => {
    if (!failing) log.warn({ err: error }, 'outbox events left to the relay')
    failing = true
  }
  const publishBatch = async (batch: readonly LeadEvent[]) => {
    const requests = batch.map(({ leadId, event }) => jobOfEvent(leadId, event))
    const failed = await enqueueEach(enqueueAll, requests)
    if (failed.size > 0) leaveToRelay([...failed.values()][0])
    else if (failing) {
      log.info('outbox events are published again')
      failing = false
    }
    batch.forEach(({ event, since }, index) => {
      const request = requests[index]
      const parent = event.origin?.traceparent
      if (!request || failed.has(request) || !parent) return
      tracing.mark({ name: 'publish event', kind: 'producer', parent }, since)
    })
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    while (waiting.length > 0) {
      if (waiting.length < batchSize) await pause()
      // Whatever went wrong with one batch, the next ones are published.
      await publishBatch(waiting.splice(0, batchSize)).catch(leaveToRelay)
    }
    running = null
  }

  return {
    publishEvent(leadId: number, event: OutboxEvent) {
      if (waiting.length < maxWaiting) waiting.push({ leadId, event, since: new Date() })
      running ??= run()
    },
    async flush() {
      while (running !== null) {
        endPause()
        await running
      }
    },
  }
}
