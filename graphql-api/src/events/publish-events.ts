import { jobOfEvent, type JobRequest, type OutboxEvent } from '@kerbside/schema/events/event.jobs'
import type { EnqueueAll } from '@kerbside/schema/events/event.queue'
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

type PublisherDeps = { enqueueAll: EnqueueAll; log: Logger; tracing?: Tracing }

/**
 * Publishes committed outbox events to Redis in the background. An event stays in its lead until a worker has done what
 * follows, so what cannot be published here is left to the worker's relay. `flush` resolves when none is under way any
 * more: before the process stops.
 */
export function createEventPublisher({ enqueueAll, log, tracing = noTracing }: PublisherDeps) {
  const underWay = new Set<Promise<void>>()

  const publish = async (leadId: number, event: OutboxEvent) => {
    const since = new Date()
    try {
      await enqueueAll([jobOfEvent(leadId, event)])
      const parent = event.origin?.traceparent
      if (parent) tracing.mark({ name: 'publish event', kind: 'producer', parent }, since)
    } catch (error) {
      log.warn({ err: error, eventId: event.id }, 'event left to the relay')
    }
  }

  return {
    publishEvent(leadId: number, event: OutboxEvent) {
      const published = publish(leadId, event).finally(() => underWay.delete(published))
      underWay.add(published)
    },
    async flush() {
      await Promise.all(underWay)
    },
  }
}
