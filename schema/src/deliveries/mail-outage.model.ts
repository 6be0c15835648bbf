import mongoose, { Schema } from 'mongoose'
import { outageKinds, type MailOutage } from './mail-outage.ts'

/** One document or none: all workers share one mail server, and the api shows staff what they found. */
export const mailOutageId = 'mail-server'
export type MailOutageRecord = MailOutage & { _id: typeof mailOutageId }

const schema = new Schema<MailOutageRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: outageKinds, required: true },
    since: { type: Date, required: true },
    lastFailedAt: { type: Date, required: true },
    nextTryAt: { type: Date, required: true },
    lastError: { type: String, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)

export const MailOutageModel = mongoose.model<MailOutageRecord>('MailOutage', schema)

export async function findMailOutage(): Promise<MailOutage | null> {
  const record = await MailOutageModel.findById(mailOutageId).lean()
  if (record === null) return null
  const { _id, ...outage } = record
  return outage
}
