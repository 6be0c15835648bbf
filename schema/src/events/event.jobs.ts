import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'

const leadId = z.number().int().positive()
const contractorId = z.string().min(1)

/** Queue, payload and name of every job. Payloads carry ids, never contact details: Redis keeps them in clear. */
export const jobs = {
  'lead.submitted': { queue: 'leads', data: z.object({ leadId }) },
  'offer.accepted': { queue: 'leads', data: z.object({ leadId, contractorId }) },
  'offer.declined': { queue: 'leads', data: z.object({ leadId, contractorId }) },
  'delivery.send': { queue: 'mail', data: z.object({ deliveryId: z.string().min(1) }) },
} as const

export type JobName = keyof typeof jobs
export type QueueName = (typeof jobs)[JobName]['queue']
export const queueNames = ['leads', 'mail'] as const satisfies readonly QueueName[]
export type JobData<N extends JobName> = z.infer<(typeof jobs)[N]['data']>
export type JobHandlers<Deps> = { [N in JobName]: (deps: Deps, data: JobData<N>) => Promise<void> }
/** `jobId` is deterministic: asking for the same work twice queues it once. No `:` and not digits only. */
export type JobRequest = { [N in JobName]: { name: N; data: JobData<N>; jobId: string } }[JobName]

/** An event that waits inside the document whose change caused it, until Redis has acknowledged its job. */
export type OutboxEvent = {
  /** Becomes the job id. */
  id: string
  type: 'lead.submitted' | 'offer.accepted' | 'offer.declined'
  contractorId: string | null
  at: Date
}

export function leadSubmitted(leadId: number, at: Date): OutboxEvent {
  return { id: `lead-${leadId}-submitted`, type: 'lead.submitted', contractorId: null, at }
}

export function offerDecided(
  type: 'offer.accepted' | 'offer.declined',
  leadId: number,
  contractorId: string,
  at: Date,
): OutboxEvent {
  return { id: `lead-${leadId}-${type.replace('.', '-')}-${contractorId}`, type, contractorId, at }
}

export function jobOf(leadId: number, event: OutboxEvent): JobRequest {
  if (event.type === 'lead.submitted') return { name: event.type, data: { leadId }, jobId: event.id }
  return { name: event.type, data: { leadId, contractorId: event.contractorId ?? '' }, jobId: event.id }
}

export function sendJob(delivery: Pick<Delivery, 'id' | 'round'>): JobRequest {
  return { name: 'delivery.send', data: { deliveryId: delivery.id }, jobId: `${delivery.id}-send-${delivery.round}` }
}
