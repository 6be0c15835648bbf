import mongoose, { Schema, type Types } from 'mongoose'
import type { QuoteForm } from '../submission/check-quote.ts'
import { importStates, type ImportState, type LeadImport } from './import.ts'

/** Files are in the store `imports`: the person's own under `fileId`. */
export type LeadImportRecord = Omit<LeadImport, 'id'> & {
  _id: Types.ObjectId
  requestedBy: { id: string; name: string }
  delimiter: string
  /** The main page's form when the file was sent: its rows are checked by it, whatever is published meanwhile. */
  form: QuoteForm
  /** Rises with each dry run and import that is asked for. */
  round: number
  fileId: Types.ObjectId
  /** The list of problems that the latest try writes, complete or not; null before the first one. */
  problemsFileId: Types.ObjectId | null
  createdAt: Date
  updatedAt: Date
}

const part = <T extends object>(definition: T) => new Schema(definition, { _id: false })
const count = { type: Number, default: 0 }

const schema = new Schema<LeadImportRecord>(
  {
    requestedBy: { type: part({ id: String, name: String }), required: true },
    fileName: { type: String, required: true },
    state: { type: String, enum: importStates, required: true, default: 'mapping' },
    delimiter: { type: String, required: true },
    rows: { type: Number, required: true },
    columns: { type: [part({ name: String, sample: String, field: { type: String, default: null } })], required: true },
    form: { type: Schema.Types.Mixed, required: true },
    round: count,
    processed: count,
    added: count,
    existing: count,
    skipped: count,
    problems: { type: [part({ row: Number, column: String, message: String })], default: [] },
    fileId: { type: Schema.Types.ObjectId, required: true },
    problemsFileId: { type: Schema.Types.ObjectId, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, minimize: false },
)
schema.index({ expiresAt: 1 }) // the clearing job: files whose time is over
schema.index({ state: 1, updatedAt: 1 }) // the sweep: imports that nobody works on

export const LeadImportModel = mongoose.model<LeadImportRecord>('LeadImport', schema)

/** Imports that a worker still has to check or to import, or is working on. */
export const unfinishedImports: { state: { $in: ImportState[] } } = { state: { $in: ['checking', 'importing'] } }

export function toLeadImport(record: LeadImportRecord): LeadImport {
  const { _id, fileName, state, rows, columns, processed, added, existing, skipped, problems, expiresAt } = record
  return { id: String(_id), fileName, state, rows, columns, processed, added, existing, skipped, problems, expiresAt }
}
