import mongoose, { Schema } from 'mongoose'
import type { LeadFilter } from '../leads/list/lead-filter.ts'
import { bulkChangeStates, type BulkChange } from './bulk-change.ts'

export type ListedLead = { id: number; version: number }

export type BulkChangeRecord = Omit<BulkChange, 'id'> & {
  _id: string
  requestedBy: { id: string; name: string }
  /** Which leads: the filter of the list when it was asked for, parsed. */
  filter: LeadFilter
  /** Only these, as the person saw them; null for all that the filter leaves. */
  selected?: ListedLead[] | null
  /** The try that works on it; a later one takes over when the lease has run out. */
  runner: string | null
  /** Missing once it is over. */
  leaseUntil?: Date
  /** When the person closed the report; missing until then. */
  dismissedAt?: Date
  createdAt: Date
  expiresAt: Date
}

/** Days for which a change and its report are stored. */
const storedDays = 7
export const bulkChangeEnd = (at: Date): Date => new Date(at.getTime() + storedDays * 86_400_000)

const part = <T extends object>(definition: T) => new Schema(definition, { _id: false, id: false })
const leadRef = part({ id: String, reference: String })
const count = { type: Number, default: 0 }

const schema = new Schema<BulkChangeRecord>(
  {
    _id: { type: String, required: true },
    requestedBy: { type: part({ id: String, name: String }), required: true },
    filter: { type: Schema.Types.Mixed, default: {} },
    selected: { type: Schema.Types.Mixed, default: null },
    action: { type: Schema.Types.Mixed, required: true },
    state: { type: String, enum: bulkChangeStates, required: true, default: 'waiting' },
    total: { type: Number, default: null },
    changed: count,
    unchanged: count,
    skipped: { type: [part({ message: String, count: Number, leads: [leadRef] })], default: [] },
    error: { type: String, default: null },
    runner: { type: String, default: null },
    leaseUntil: Date,
    dismissedAt: Date,
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, minimize: false },
)
/** Selects what waits or runs: only that has a lease. */
export const unfinishedChanges = { leaseUntil: { $exists: true } }
schema.index({ leaseUntil: 1 }, { partialFilterExpression: unfinishedChanges }) // whoever looks for work
schema.index({ 'requestedBy.id': 1 }, { name: 'underWay', unique: true, partialFilterExpression: unfinishedChanges }) // one at a time for each person
schema.index({ 'requestedBy.id': 1, createdAt: -1 }) // what the list shows of one's own
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }) // MongoDB removes what is too old

export const BulkChangeModel = mongoose.model<BulkChangeRecord>('BulkChange', schema)

/** The leads that a change is for, as they were when it began; under the change's id. */
type BulkLeadsRecord = { _id: string; leads: ListedLead[]; expiresAt: Date }

const leadsSchema = new Schema<BulkLeadsRecord>(
  {
    _id: { type: String, required: true },
    leads: { type: [part({ id: Number, version: Number })], required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
leadsSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }) // MongoDB removes what is too old

export const BulkLeadsModel = mongoose.model<BulkLeadsRecord>('BulkLeads', leadsSchema)

export function toBulkChange(record: BulkChangeRecord): BulkChange {
  const { _id, action, state, total, changed, unchanged, skipped, error } = record
  return { id: _id, action, state, total, changed, unchanged, skipped, error }
}
