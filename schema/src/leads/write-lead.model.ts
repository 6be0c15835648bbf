import type { ClientSession, QueryFilter } from 'mongoose'
import type { OutboxEvent } from '../events/event.jobs.ts'
import { LeadModel, type LeadRecord } from './lead.model.ts'

/** A change of one lead, with all that it brings about, as one write. */
export type LeadWrite = {
  leadId: number
  at: Date
  /** What must hold of the lead at the moment of the write. */
  guard: QueryFilter<LeadRecord>
  set?: Record<string, unknown>
  push?: Record<string, unknown>
  pull?: Record<string, unknown>
  inc?: Record<string, number>
  arrayFilters?: readonly Record<string, unknown>[]
  /** What has to follow: stored with the change, published by the caller once it is stored. */
  events?: readonly OutboxEvent[]
}

/** The arguments of the write. Without a session it is acknowledged once a majority of the replica set has it. */
function partsOf(write: LeadWrite, session: ClientSession | undefined) {
  const { leadId, at, guard, set, push, pull, inc, arrayFilters = [], events = [] } = write
  const update = {
    $set: { ...set, updatedAt: at },
    $push: { ...push, ...(events.length > 0 && { outbox: { $each: [...events] } }) },
    ...(pull && { $pull: pull }),
    ...(inc && { $inc: inc }),
  }
  const durable = session ? { session } : { writeConcern: { w: 'majority' as const } }
  const filter: QueryFilter<LeadRecord> = { _id: leadId, ...guard }
  return { filter, update, options: { arrayFilters: [...arrayFilters], ...durable } }
}

/** False when the guard does not hold: then nothing is written. */
export async function writeGuarded(write: LeadWrite, session?: ClientSession): Promise<boolean> {
  const { filter, update, options } = partsOf(write, session)
  const { matchedCount } = await LeadModel.updateOne(filter, update, options)
  return matchedCount === 1
}

/** The lead as it is then; null when the guard does not hold. */
export async function writeAndRead(write: LeadWrite, session?: ClientSession): Promise<LeadRecord | null> {
  const { filter, update, options } = partsOf(write, session)
  return LeadModel.findOneAndUpdate(filter, update, { ...options, returnDocument: 'after' }).lean<LeadRecord | null>()
}
