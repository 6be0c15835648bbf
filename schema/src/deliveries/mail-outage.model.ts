import mongoose, { Schema } from 'mongoose'

/** What keeps every mail from going out, as far as the mail server's answers tell. */
export const outageKinds = ['unreachable', 'refuses-sign-in', 'refuses-sender', 'refuses-connection'] as const
export type OutageKind = (typeof outageKinds)[number]

/** There is one while the mail server takes no mail at all. Ends with the first mail that it answers. */
export type MailOutage = {
  kind: OutageKind
  since: Date
  lastFailedAt: Date
  /** Until then no mail is tried; then a single one, to see whether the server is back. */
  nextTryAt: Date
  /** What the mail server or the network said last, without addresses. */
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
