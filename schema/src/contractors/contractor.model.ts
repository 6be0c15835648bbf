import mongoose, { Schema, type Types } from 'mongoose'
import { londonDay, londonWeek } from '../london-time.ts'
import { countyOf } from '../quotes/places.ts'
import {
  areaKinds,
  trades,
  usualTimeZone,
  weekdays,
  type Contact,
  type Contractor,
  type WorkingDay,
} from './contractor.ts'
import { matchContractors, type MatchReason } from './matching.ts'

/** What records of older releases lack. */
type Added = 'weeklyCap' | 'contacts' | 'workingHours' | 'timeZone'

export type ContractorRecord = Omit<Contractor, 'id' | 'version' | Added> & {
  _id: Types.ObjectId
  /** Records of older releases have none until they are changed, which counts as version 1. */
  version?: number
  weeklyCap?: number | null
  contacts?: Contact[]
  workingHours?: WorkingDay[]
  timeZone?: string
  /** Offers made on `day` (YYYY-MM-DD, London). Guarded updates of this pair enforce the daily cap. */
  offersOn: { day: string; count: number }
  /** The same for the week that begins on `week`, a Monday; missing in records of older releases. */
  offersInWeek?: { week: string; count: number }
  /**
   * Jobs accepted so far. Raised in the transaction that accepts, so that a firm cannot be deactivated at the same
   * moment.
   */
  jobsTaken?: number
  updatedAt: Date
}

const part = <T extends object>(definition: T) => new Schema(definition, { _id: false })

const schema = new Schema<ContractorRecord>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true, lowercase: true },
    phone: { type: String, default: null },
    contacts: {
      type: [part({ name: String, role: String, email: String, phone: String, isMain: Boolean })],
      default: [],
    },
    trades: { type: [{ type: String, enum: trades }], required: true },
    areas: {
      type: [part({ kind: { type: String, enum: areaKinds }, value: String })],
      required: true,
    },
    workingHours: {
      type: [part({ day: { type: String, enum: weekdays }, from: String, to: String })],
      default: [],
    },
    timeZone: String,
    dailyCap: { type: Number, required: true, min: 0 },
    weeklyCap: { type: Number, default: null, min: 0 },
    active: { type: Boolean, required: true, default: true },
    pausedUntil: { type: Date, default: null },
    verifiedUntil: { type: Date, default: null },
    lastLeadAt: { type: Date, default: null },
    jobsTaken: Number,
    version: { type: Number, default: 1 },
    offersOn: {
      type: part({ day: String, count: Number }),
      required: true,
      default: { day: '', count: 0 },
    },
    offersInWeek: {
      type: part({ week: String, count: Number }),
      default: { week: '', count: 0 },
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

/** Update pipeline that counts one more offer on the day and in the week of this moment. */
export function countOfferAt(at: Date) {
  const [day, week] = [londonDay(at), londonWeek(at)]
  return {
    $set: {
      offersOn: { day, count: { $add: [countOf('offersOn', 'day', day), 1] } },
      offersInWeek: { week, count: { $add: [countOf('offersInWeek', 'week', week), 1] } },
      lastLeadAt: at,
    },
  }
}

/** The guard of a write that makes an offer: both caps leave room for one more. */
export const isUnderCaps = (now: Date) => ({
  $and: [
    { $gt: ['$dailyCap', countOf('offersOn', 'day', londonDay(now))] },
    // A number is less than any text, so a firm without a weekly cap is always under it.
    { $gt: [{ $ifNull: ['$weeklyCap', ''] }, countOf('offersInWeek', 'week', londonWeek(now))] },
  ],
})

/** The stored count if it is of this day or week, otherwise 0; within an expression. */
const countOf = (field: string, period: string, current: string) => ({
  $cond: [{ $eq: [`$${field}.${period}`, current] }, `$${field}.count`, 0],
})

export function toContractor(record: ContractorRecord): Contractor {
  const { _id, offersOn: _, offersInWeek: __, jobsTaken: ___, updatedAt: ____, ...rest } = record
  const { version = 1, weeklyCap = null, contacts = [], workingHours = [] } = record
  const timeZone = record.timeZone ?? usualTimeZone(record.areas)
  return { id: String(_id), ...rest, weeklyCap, contacts, workingHours, timeZone, version }
}

/** Every firm with its reasons for or against a lead, as of now: what the worker offers by, and what a dry run shows. */
export async function checkFirms(
  { trade, postcode }: { trade: string; postcode: string | null },
  now: Date,
): Promise<MatchReason[]> {
  const firms: ContractorRecord[] = await ContractorModel.find().lean()
  const [today, thisWeek] = [londonDay(now), londonWeek(now)]
  return matchContractors(
    { trade, postcode, county: countyOf(postcode) },
    firms.map((firm) => ({
      ...toContractor(firm),
      offersToday: firm.offersOn.day === today ? firm.offersOn.count : 0,
      offersThisWeek: firm.offersInWeek?.week === thisWeek ? firm.offersInWeek.count : 0,
    })),
    now,
  )
}
