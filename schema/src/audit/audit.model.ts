import mongoose, { Schema } from 'mongoose'
import { auditActions, auditSubjectKinds, type AuditEntry } from './audit.ts'

export type AuditEntryRecord = Omit<AuditEntry, 'id'> & { _id: string }

const person = new Schema({ id: String, name: String }, { _id: false, id: false })
const subject = new Schema(
  {
    kind: { type: String, enum: auditSubjectKinds, required: true },
    id: { type: String, required: true },
    label: { type: String, required: true },
  },
  { _id: false, id: false },
)

const schema = new Schema<AuditEntryRecord>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    by: { type: person, default: null },
    action: { type: String, enum: auditActions, required: true },
    subject: { type: subject, required: true },
    details: { type: String, default: null },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ at: -1, _id: -1 }) // the trail, newest first, its filter by time, and what is too old
schema.index({ 'by.id': 1, at: -1, _id: -1 }) // the filter by person
schema.index({ action: 1, at: -1, _id: -1 }) // the filter by action
schema.index({ 'subject.kind': 1, at: -1, _id: -1 }) // the filter by kind of subject
schema.index({ 'subject.label': 1, at: -1, _id: -1 }) // the filter by a lead's reference
schema.index({ 'subject.id': 1, action: 1, at: -1 }) // whether a person opened a lead minutes ago

export const AuditEntryModel = mongoose.model<AuditEntryRecord>('AuditEntry', schema)
