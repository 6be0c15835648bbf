import mongoose, { Schema } from 'mongoose'

/** Why no email can go out, as far as the mail server's answers tell. */
export const outageKinds = [
  'unreachable',
  'refuses-sign-in',
  'refuses-sender',
  'refuses-connection',
  'refuses-all',
] as const
export type OutageKind = (typeof outageKinds)[number]

/** Stored while the mail server takes no email at all, until it answers about an email again. */
export type MailOutage = {
  kind: OutageKind
  since: Date
  lastFailedAt: Date
  /** When the next single email is tried, to see whether the server is back. */
  nextTryAt: Date
  /** The last error of the mail server or the network, without addresses. */
  lastError: string
}

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
