import mongoose, { Schema, type Types } from 'mongoose'
import { areaKinds, trades, type Area, type Contractor } from './contractor.ts'

export type ContractorRecord = Omit<Contractor, 'id'> & {
  _id: Types.ObjectId
  /** Offers made on `day` (YYYY-MM-DD, London). Guarded updates of this pair enforce the daily cap. */
  offersOn: { day: string; count: number }
  /**
   * Jobs accepted so far. Raised in the transaction that accepts, so that a firm cannot be deactivated at the same
   * moment.
   */
  jobsTaken?: number
  updatedAt: Date
}

const schema = new Schema<ContractorRecord>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true, lowercase: true },
    phone: { type: String, default: null },
    trades: { type: [{ type: String, enum: trades }], required: true },
    areas: {
      type: [new Schema<Area>({ kind: { type: String, enum: areaKinds }, value: String }, { _id: false })],
      required: true,
    },
    dailyCap: { type: Number, required: true, min: 0 },
    active: { type: Boolean, required: true, default: true },
    pausedUntil: { type: Date, default: null },
    verifiedUntil: { type: Date, default: null },
    lastLeadAt: { type: Date, default: null },
    jobsTaken: Number,
    offersOn: {
      type: new Schema({ day: String, count: Number }, { _id: false }),
      required: true,
      default: { day: '', count: 0 },
    },
  },
  { timestamps: true, versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ email: 1 }, { unique: true }) // one record per firm's inbox
schema.index({ name: 1 }) // the list of firms
schema.index({ active: 1, trades: 1, lastLeadAt: 1 }) // matching: longest since the last lead first

export const ContractorModel = mongoose.model<ContractorRecord>('Contractor', schema)

/** The rule of `mayTakeJobs`, as a guard of a write. */
export const entitledAt = (now: Date) => ({
  active: true,
  $or: [{ verifiedUntil: null }, { verifiedUntil: { $gt: now } }],
})

/** Update pipeline that counts one more offer on this day. */
export const countOfferOn = (day: string, at: Date) => ({
  $set: {
    offersOn: { day, count: { $cond: [{ $eq: ['$offersOn.day', day] }, { $add: ['$offersOn.count', 1] }, 1] } },
    lastLeadAt: at,
  },
})

export function toContractor(record: ContractorRecord): Contractor {
  const { _id, offersOn: _, jobsTaken: __, updatedAt: ___, ...rest } = record
  return { id: String(_id), ...rest }
}
