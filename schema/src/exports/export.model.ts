import mongoose, { Schema, type Types } from 'mongoose'
import type { LeadFilter } from '../leads/list/lead-filter.ts'
import { exportStates, type ExportState, type LeadExport } from './export.ts'

/** The file itself is in the store `exports`, under `fileId`. */
export type LeadExportRecord = Omit<LeadExport, 'id'> & {
  _id: Types.ObjectId
  requestedBy: { id: string; name: string }
  /** Which leads: the filter of the list, parsed. */
  filter: LeadFilter
  /** The file of the latest try, complete or not; null before the first one. */
  fileId: Types.ObjectId | null
  createdAt: Date
  updatedAt: Date
}

const schema = new Schema<LeadExportRecord>(
  {
    requestedBy: { type: new Schema({ id: String, name: String }, { _id: false }), required: true },
    filter: { type: Schema.Types.Mixed, default: {} },
    state: { type: String, enum: exportStates, required: true, default: 'waiting' },
    written: { type: Number, required: true, default: 0 },
    total: { type: Number, default: null },
    fileId: { type: Schema.Types.ObjectId, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, minimize: false },
)
schema.index({ expiresAt: 1 }) // the clearing job: files whose time is over
schema.index({ state: 1, updatedAt: 1 }) // the sweep: exports that nobody writes

export const LeadExportModel = mongoose.model<LeadExportRecord>('LeadExport', schema)

/** Exports that a worker still has to write or is writing. */
export const unfinishedExports: { state: { $in: ExportState[] } } = { state: { $in: ['waiting', 'writing'] } }

export const toLeadExport = ({ _id, state, written, total, expiresAt }: LeadExportRecord): LeadExport => ({
  id: String(_id),
  state,
  written,
  total,
  expiresAt,
})
