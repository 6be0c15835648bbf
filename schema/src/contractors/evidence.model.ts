import mongoose, { Schema, type Types } from 'mongoose'
import { userEmailId } from '../deliveries/delivery.ts'
import { evidenceKinds, evidenceTypes, type Evidence } from './evidence.ts'

/** The file is in the store `evidence`, under the same id. */
export type EvidenceRecord = Omit<Evidence, 'id'> & {
  _id: Types.ObjectId
  /** When the emails that remind admins of its expiry were stored; null before. */
  remindedAt: Date | null
}

const schema = new Schema<EvidenceRecord>(
  {
    contractorId: { type: String, required: true },
    kind: { type: String, enum: evidenceKinds, required: true },
    fileName: { type: String, required: true },
    mimeType: { type: String, enum: Object.keys(evidenceTypes), required: true },
    size: { type: Number, required: true },
    expiresAt: { type: Date, default: null },
    uploadedBy: { type: new Schema({ id: String, name: String }, { _id: false }), required: true },
    createdAt: { type: Date, required: true },
    remindedAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ contractorId: 1, expiresAt: 1 }) // the files of a firm, and how many of them have expired
schema.index({ remindedAt: 1, expiresAt: 1 }) // the reminder: what expires soon

export const EvidenceModel = mongoose.model<EvidenceRecord>('Evidence', schema)

export const toEvidence = ({ _id, remindedAt: _, ...rest }: EvidenceRecord): Evidence => ({ id: String(_id), ...rest })

/** The email that reminds an admin of a file: always the same, so that it cannot be stored twice. */
export const reminderId = (userId: string, { _id }: Pick<EvidenceRecord, '_id'>) =>
  userEmailId(userId, 'evidence-expiry', String(_id))
