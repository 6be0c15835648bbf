import mongoose, { Schema, type Types } from 'mongoose'
import { areaKinds, trades, type Area, type Contractor } from './contractor.ts'

export type ContractorRecord = Omit<Contractor, 'id'> & {
  _id: Types.ObjectId
  /** Offers made on `day` (YYYY-MM-DD, London): the daily cap is held by a guarded update of this pair. */
  offersOn: { day: string; count: number }
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

export function toContractor(record: ContractorRecord): Contractor {
  const { _id, offersOn: _, updatedAt: __, ...rest } = record
  return { id: String(_id), ...rest }
}
