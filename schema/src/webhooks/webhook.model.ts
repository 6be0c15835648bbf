import mongoose, { Schema, type ClientSession } from 'mongoose'
import type { Webhook } from './webhook.ts'

/** Under the firm's id, so that a firm has one. The secrets are sealed: `sealSecret`. */
export type WebhookRecord = Omit<Webhook, 'contractorId'> & {
  _id: string
  sealedSecret: string
  /** The one before, and until when messages are signed with it too. */
  oldSealedSecret: string | null
  oldSecretUntil: Date | null
}

const schema = new Schema<WebhookRecord>(
  {
    _id: { type: String, required: true },
    url: { type: String, required: true },
    sealedSecret: { type: String, required: true },
    oldSealedSecret: { type: String, default: null },
    oldSecretUntil: { type: Date, default: null },
    secretMadeAt: { type: Date, required: true },
    failingSince: { type: Date, default: null },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)

export const WebhookModel = mongoose.model<WebhookRecord>('Webhook', schema)

export const toWebhook = ({ _id, url, failingSince, createdAt, secretMadeAt }: WebhookRecord): Webhook => ({
  contractorId: _id,
  url,
  failingSince,
  createdAt,
  secretMadeAt,
})

/** Those of these firms that have a webhook. */
export async function firmsWithWebhook(contractorIds: readonly string[], session?: ClientSession): Promise<string[]> {
  if (contractorIds.length === 0) return []
  const found = await WebhookModel.find({ _id: { $in: contractorIds } }, '_id', { ...(session && { session }) }).lean()
  return found.map(({ _id }) => _id)
}
