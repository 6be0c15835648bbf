import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import { periodicJobRows, type PeriodicJobName } from './periodic-jobs.ts'

const leadId = z.number().int().positive()
const contractorId = z.string().min(1)

/** Queue, payload and name of every job. Payloads carry ids, never contact details, because Redis stores them unencrypted. */
export const jobs = {
  'lead.submitted': { queue: 'leads', data: z.object({ leadId }) },
  'lead.reopened': { queue: 'leads', data: z.object({ leadId }) },
  'lead.stopped': { queue: 'leads', data: z.object({ leadId }) },
  'offer.made': { queue: 'leads', data: z.object({ leadId }) },
  'offer.withdrawn': { queue: 'leads', data: z.object({ leadId }) },
  'offer.accepted': { queue: 'leads', data: z.object({ leadId, contractorId }) },
  'offer.declined': { queue: 'leads', data: z.object({ leadId, contractorId }) },
  'quote.sent': { queue: 'leads', data: z.object({ leadId }) },
  'canary.submitted': { queue: 'leads', data: z.object({ canaryId: z.number().int().positive() }) },
  'delivery.send': { queue: 'mail', data: z.object({ deliveryId: z.string().min(1) }) },
  'webhook.send': { queue: 'webhooks', data: z.object({ deliveryId: z.string().min(1) }) },
  'push.send': { queue: 'push', data: z.object({ deliveryId: z.string().min(1) }) },
  'leads.export': { queue: 'exports', data: z.object({ exportId: z.string().regex(/^[\da-f]{24}$/) }) },
  'leads.import': { queue: 'imports', data: z.object({ importId: z.string().regex(/^[\da-f]{24}$/) }) },
  ...periodicJobRows,
} as const

export type JobName = keyof typeof jobs
export type QueueName = (typeof jobs)[JobName]['queue']
export const queueNames = [...new Set(Object.values(jobs).map(({ queue }) => queue))]
export type JobData<N extends JobName> = z.infer<(typeof jobs)[N]['data']>
export type JobHandlers<Deps> = { [N in JobName]: (deps: Deps, data: JobData<N>) => Promise<void> }
/** The request that caused a job, for the log, and the W3C `traceparent` of what queued it. Goes with the job's data. */
export const Origin = z.object({ requestId: z.string().max(64).optional(), traceparent: z.string().max(64).optional() })
export type Origin = z.infer<typeof Origin>

type Request<N extends JobName> = { name: N; data: JobData<N>; jobId: string; origin?: Origin }

/** `jobId` is deterministic, so that the same work is queued once. It may not contain `:` nor be digits only. */
export type JobRequest = {
  [N in Exclude<JobName, PeriodicJobName>]: Request<N>
}[Exclude<JobName, PeriodicJobName>]

export const eventTypes = [
  'lead.submitted',
  /** A lost lead is open again, or one that the homeowner had stopped: its free places are offered. */
  'lead.reopened',
  /** The homeowner stopped firms and did not undo it in time. */
  'lead.stopped',
  /** Staff have offered the lead to a firm by hand. */
  'offer.made',
  'offer.accepted',
  /** Declined, expired or undeliverable: the place goes to the next firm. */
  'offer.declined',
  /** By staff, or because the lead was lost or converted: no other firm is offered the job instead. */
  'offer.withdrawn',
  /** Staff have sent the homeowner a quote: it becomes an email. */
  'quote.sent',
] as const satisfies readonly JobName[]
export type EventType = (typeof eventTypes)[number]
export type OfferEventType = Extract<EventType, `offer.${string}`>

/**
 * What still has to follow from a change of a lead: stored with the change, in the same write, and removed when a worker has
 * done it (`runEvent`). It is the only record of it: the job in Redis may get lost.
 */
export type OutboxEvent = {
  /** Becomes the job id. */
  id: string
  type: EventType
  /** The firm of a single decision; null when the event is about the lead. */
  contractorId: string | null
  at: Date
  /** When the worker's relay queues it, if it is not done by then; each time that it does, it puts this off. */
  dueAt: Date
  /** Missing of what no request caused. */
  origin?: Origin
}

/** Failed jobs that one call retries. */
export const maxRetries = 200

/** Milliseconds for which an event is left to the server that stored it, before the worker's relay queues it too. */
export const relayAfterMs = 2_000

const newEvent = (id: string, type: EventType, at: Date, contractorId: string | null = null): OutboxEvent => ({
  id,
  type,
  contractorId,
  at,
  dueAt: new Date(at.getTime() + relayAfterMs),
})

export function leadSubmitted(leadId: number, at: Date): OutboxEvent {
  return newEvent(`lead-${leadId}-submitted`, 'lead.submitted', at)
}

export function leadReopened(leadId: number, at: Date): OutboxEvent {
  return newEvent(`lead-${leadId}-reopened-${at.getTime()}`, 'lead.reopened', at)
}

/** `standsAt`: when it can be undone no more, and what follows is due. */
export function leadStopped(leadId: number, standsAt: Date): OutboxEvent {
  return newEvent(`lead-${leadId}-stopped-${standsAt.getTime()}`, 'lead.stopped', standsAt)
}

/** `at` is the time of the decision. It is part of the id, because a firm can be asked again. */
export function offerDecided(
  type: 'offer.accepted' | 'offer.declined',
  leadId: number,
  contractorId: string,
  at: Date,
): OutboxEvent {
  return newEvent(`lead-${leadId}-${type.replace('.', '-')}-${contractorId}-${at.getTime()}`, type, at, contractorId)
}

/** The same event, which follows so many milliseconds later: nobody publishes it before the relay does. */
export const putOff = (event: OutboxEvent, ms: number): OutboxEvent => ({
  ...event,
  at: new Date(event.at.getTime() + ms),
  dueAt: new Date(event.dueAt.getTime() + ms),
})

/** Offers of a lead that Kerbside made or withdrew; one event for all those of one moment. */
export function offersChanged(type: 'offer.made' | 'offer.withdrawn', leadId: number, at: Date): OutboxEvent {
  return newEvent(`lead-${leadId}-${type.replace('.', '-')}-${at.getTime()}`, type, at)
}

export function quoteSent(leadId: number, at: Date): OutboxEvent {
  return newEvent(`lead-${leadId}-quote-sent-${at.getTime()}`, 'quote.sent', at)
}

export function jobOfEvent(leadId: number, event: OutboxEvent): JobRequest {
  const { origin } = event
  const known = { jobId: event.id, ...(origin && { origin: { ...origin } }) }
  if (event.type === 'offer.accepted' || event.type === 'offer.declined') {
    return { name: event.type, data: { leadId, contractorId: event.contractorId ?? '' }, ...known }
  }
  return { name: event.type, data: { leadId }, ...known }
}

/**
 * The job of a stored event. Null when this version does not understand the event: another version wrote it, and one that
 * knows it will publish it.
 */
export function readEvent(leadId: number, event: Omit<OutboxEvent, 'type'> & { type: string }): JobRequest | null {
  const { type } = event
  if (!isEventType(type) || !/^[^:]*[^:\d][^:]*$/.test(event.id)) return null
  const request = jobOfEvent(leadId, { ...event, type })
  return jobs[type].data.safeParse(request.data).success ? request : null
}

const isEventType = (type: string): type is EventType => eventTypes.some((known) => known === type)

export function sendJob({ id, round, channel }: Pick<Delivery, 'id' | 'round' | 'channel'>): JobRequest {
  const name = channel === 'webhook' ? 'webhook.send' : channel === 'push' ? 'push.send' : 'delivery.send'
  return { name, data: { deliveryId: id }, jobId: `${id}-send-${round}` }
}

export const canaryJob = (canaryId: number): JobRequest => ({
  name: 'canary.submitted',
  data: { canaryId },
  jobId: `canary-${canaryId}`,
})
