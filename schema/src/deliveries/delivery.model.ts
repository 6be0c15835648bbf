import mongoose, { Schema } from 'mongoose'
import { deliveryKinds, deliveryStates, type Delivery } from './delivery.ts'

export type DeliveryRecord = Omit<Delivery, 'id'> & { _id: string }

const schema = new Schema<DeliveryRecord>(
  {
    _id: { type: String, required: true },
    leadId: { type: Number, required: true },
    kind: { type: String, enum: deliveryKinds, required: true },
    contractorId: { type: String, default: null },
    state: { type: String, enum: deliveryStates, required: true, default: 'queued' },
    round: { type: Number, required: true, default: 0 },
    attempts: { type: Number, required: true, default: 0 },
    lastError: { type: String, default: null },
    claimedUntil: { type: Date, default: null },
    sentAt: { type: Date, default: null },
  },
  { timestamps: true, versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ leadId: 1 }) // the deliveries of one lead
schema.index({ state: 1, updatedAt: 1 }) // the sweep, the dead letters, the metrics

export const DeliveryModel = mongoose.model<DeliveryRecord>('Delivery', schema)

export function toDelivery({ _id, ...rest }: DeliveryRecord): Delivery {
  return { id: _id, ...rest }
}
