import mongoose, { Schema, type ClientSession } from 'mongoose'
import { deliveryKinds, deliveryStates, pushDays, type Delivery } from './delivery.ts'

export type DeliveryRecord = Omit<Delivery, 'id'> & {
  _id: string
  /** Stands in the envelope sender as it was last sent, so that a bounce is known by it. */
  bounceKey?: string
  /** Reports about it under this key that were read. */
  reportsRead?: number
}

const attempt = new Schema(
  { at: Date, ms: Number, round: Number, code: { type: Number, default: null }, answer: String },
  { _id: false },
)

const tested = new Schema(
  { name: String, words: { subject: String, preheader: String, title: String, body: String } },
  { _id: false },
)

const bounce = new Schema({ at: Date, hard: Boolean, status: String, reason: String, pauses: Boolean }, { _id: false })

const schema = new Schema<DeliveryRecord>(
  {
    _id: { type: String, required: true },
    leadId: { type: Number, default: null },
    leadIds: { type: [Number], default: undefined },
    userId: { type: String, default: null },
    formerAddress: String,
    kind: { type: String, enum: deliveryKinds, required: true },
    tested: { type: tested, default: undefined },
    channel: { type: String, enum: ['webhook', 'digest', 'push', null] },
    digestId: String,
    pushDeviceId: String,
    offers: { type: [new Schema({ leadId: Number, round: Number }, { _id: false })], default: undefined },
    sealedAt: Date,
    contractorId: { type: String, default: null },
    state: { type: String, enum: deliveryStates, required: true, default: 'queued' },
    round: { type: Number, required: true, default: 0 },
    roundStartedAt: { type: Date, default: null },
    attempts: { type: Number, required: true, default: 0 },
    attemptLog: { type: [attempt], default: undefined },
    messageId: { type: String, default: null },
    template: { type: new Schema({ name: String, version: String }, { _id: false }), default: null },
    bounceKey: String,
    reportsRead: Number,
    bounce: { type: bounce, default: null },
    nextTryAt: { type: Date, default: null },
    refused: { type: Boolean, default: false },
    lastError: { type: String, default: null },
    claimId: { type: String, default: null },
    claimedUntil: { type: Date, default: null },
    sentAt: { type: Date, default: null },
  },
  { timestamps: true, versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ leadId: 1 }) // the deliveries of one lead
schema.index({ userId: 1 }, { partialFilterExpression: { userId: { $type: 'string' } } }) // deleting a user
schema.index({ state: 1, updatedAt: 1 }) // the sweep, the dead letters, the metrics
schema.index({ state: 1, nextTryAt: 1 }) // the emails that are due
schema.index(
  { contractorId: 1, createdAt: 1, state: 1, kind: 1 },
  { name: 'offersOfFirm', partialFilterExpression: { kind: 'offer' } },
) // how many offers a firm had and accepted
schema.index({ bounceKey: 1 }, { unique: true, partialFilterExpression: { bounceKey: { $type: 'string' } } }) // bounces
schema.index(
  { contractorId: 1, createdAt: -1 },
  { name: 'webhooksOfFirm', partialFilterExpression: { channel: 'webhook' } },
) // what was posted to a firm last
schema.index({ nextTryAt: 1, state: 1 }, { name: 'webhooksDue', partialFilterExpression: { channel: 'webhook' } }) // the webhooks that are due

schema.index({ nextTryAt: 1, state: 1 }, { name: 'pushesDue', partialFilterExpression: { channel: 'push' } }) // the pushes that are due
schema.index(
  { createdAt: 1 },
  { name: 'oldPushes', partialFilterExpression: { channel: 'push' }, expireAfterSeconds: pushDays * 86_400 },
) // MongoDB removes what was pushed long ago

/** Those that are emails. */
export const byEmail = { channel: null } as const
export const byWebhook = { channel: 'webhook' } as const
export const byPush = { channel: 'push' } as const
/** Those that are told of within a digest. */
export const inDigest = { channel: 'digest' } as const

export const DeliveryModel = mongoose.model<DeliveryRecord>('Delivery', schema)

export const toDelivery = ({ _id, bounceKey: _, reportsRead: __, ...rest }: DeliveryRecord): Delivery => ({
  id: _id,
  ...rest,
})

/** Whether an email to the homeowner of a lead came back for good, so that they get no more. */
export const isHomeownerPaused = async (leadId: number, session: ClientSession | null = null): Promise<boolean> =>
  (await DeliveryModel.exists({ leadId, 'bounce.pauses': true }).session(session)) !== null

/** The homeowner gets emails about the lead again. */
export async function endHomeownerPause(leadId: number, session: ClientSession | null = null): Promise<void> {
  await DeliveryModel.updateMany({ leadId, 'bounce.pauses': true }, { 'bounce.pauses': false }).session(session)
}
