import mongoose, { Schema } from 'mongoose'
import { pushEvents, type PushDevice, type PushEvent, type QuietHours } from './push.ts'

/**
 * A subscription of a browser at its push service. It belongs to the session that made it and ends with it: whoever is
 * signed out is notified of nothing.
 */
export type PushDeviceRecord = {
  _id: string
  userId: string
  sessionId: string
  /** Where the push service takes notifications for this browser, and the keys that encrypt them for it alone. */
  endpoint: string
  p256dh: string
  auth: string
  /** The public VAPID key it was made with: no other one reaches it. */
  vapidKey: string
  device: string | null
  events: PushEvent[]
  quietHours: QuietHours | null
  timeZone: string
  createdAt: Date
  lastUsedAt: Date | null
  lastError: string | null
}

const quietHours = new Schema<QuietHours>({ from: String, to: String }, { _id: false })

const schema = new Schema<PushDeviceRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    sessionId: { type: String, required: true },
    endpoint: { type: String, required: true },
    p256dh: { type: String, required: true },
    auth: { type: String, required: true },
    vapidKey: { type: String, required: true },
    device: { type: String, default: null },
    events: { type: [String], enum: pushEvents, required: true },
    quietHours: { type: quietHours, default: null },
    timeZone: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
    lastError: { type: String, default: null },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ endpoint: 1 }, { unique: true }) // one browser is one device, whoever uses it
schema.index({ userId: 1 }) // one's own devices, those of a colleague who is mentioned
schema.index({ sessionId: 1 }) // the end of a session
schema.index({ events: 1 }) // those who want to hear of each new lead

export const PushDeviceModel = mongoose.model<PushDeviceRecord>('PushDevice', schema)

/** For its owner. Neither endpoint nor keys are part of it. */
export const toPushDevice = (record: PushDeviceRecord, sessionId: string): PushDevice => ({
  id: record._id,
  device: record.device,
  isCurrent: record.sessionId === sessionId,
  events: record.events,
  quietHours: record.quietHours,
  timeZone: record.timeZone,
  createdAt: record.createdAt,
  lastUsedAt: record.lastUsedAt,
  lastError: record.lastError,
})
