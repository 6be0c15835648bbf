import mongoose, { Schema, type ClientSession, type Types } from 'mongoose'
import type { RatingTotals } from './rating.ts'
import { countyOf } from '../quotes/places.ts'
import { capPeriods, countedOffers, lastCounted, type CapPeriods, type OfferCounts } from './caps.ts'
import {
  areaKinds,
  emailAddressOf,
  maximumWeight,
  offerEmailsChoices,
  outsideHoursChoices,
  trades,
  weekdays,
  type Contractor,
} from './contractor.ts'
import { matchContractors, type MatchReason } from './matching.ts'
import { fullTurn } from './turns.ts'

/** `OfferCounts`: guarded updates of them enforce the caps. */
export type ContractorRecord = Omit<Contractor, 'id'> &
  OfferCounts & {
    _id: Types.ObjectId
    /** What the contractor has had of its share, see `turns.ts`. */
    turn: number
    /**
     * Jobs accepted so far. Raised in the transaction that accepts, so that a firm cannot be deactivated at the same
     * moment.
     */
    jobsTaken?: number
    /** The totals of all ratings by homeowners; changed in the transaction that stores one. */
    ratings?: RatingTotals
    updatedAt: Date
  }

const part = <T extends object>(definition: T) => new Schema(definition, { _id: false })

const area = part({ kind: { type: String, enum: areaKinds }, value: String })

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
    areas: { type: [area], required: true },
    areaRequest: part({ areas: [area], at: Date, refusedAt: Date }),
    workingHours: {
      type: [part({ day: { type: String, enum: weekdays }, from: String, to: String })],
      default: [],
    },
    timeZone: { type: String, required: true },
    outsideHours: { type: String, enum: outsideHoursChoices, required: true, default: 'send' },
    offerEmails: { type: String, enum: offerEmailsChoices, required: true, default: 'single' },
    weight: { type: Number, min: 1, max: maximumWeight, required: true, default: 1 },
    turn: { type: Number, required: true, default: 0 },
    dailyCap: { type: Number, required: true, min: 0 },
    weeklyCap: { type: Number, default: null, min: 0 },
    active: { type: Boolean, required: true, default: true },
    pausedUntil: { type: Date, default: null },
    addressBounce: part({ address: String, at: Date, reason: String }),
    verifiedUntil: { type: Date, default: null },
    lastLeadAt: { type: Date, default: null },
    jobsTaken: Number,
    ratings: part({ count: Number, sum: Number }),
    version: { type: Number, required: true, default: 1 },
    offersOn: {
      type: part({ day: String, count: Number }),
      required: true,
      default: { day: '', count: 0 },
    },
    offersInWeek: {
      type: part({ week: String, count: Number }),
      required: true,
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
export const entitledAt = (now: Date) => ({ active: true, verifiedUntil: { $gt: now } })

/** Update pipeline that counts one more offer. `turn`: from where the firm's turn counts, if not from what is stored. */
export const countOffer = ({ day, week }: CapPeriods, turn?: number) => [
  {
    $set: {
      offersOn: { day: periodOf('offersOn.day', day), count: { $add: [countOf('offersOn', 'day', day), 1] } },
      offersInWeek: {
        week: periodOf('offersInWeek.week', week),
        count: { $add: [countOf('offersInWeek', 'week', week), 1] },
      },
      turn: { $add: [turn ?? '$turn', { $divide: [fullTurn, '$weight'] }] },
    },
  },
]

/** Stores when firms had their last lead. Written once their offers are: a place that is given back was no lead. */
export async function hadLead(firms: readonly { contractorId: string; at: Date }[], session?: ClientSession) {
  if (firms.length === 0) return
  await ContractorModel.bulkWrite(
    firms.map(({ contractorId, at }) => ({
      updateOne: { filter: { _id: contractorId }, update: { $max: { lastLeadAt: at } } },
    })),
    { ordered: false, ...(session && { session }) },
  )
}

/** The guard of a write that makes an offer: both caps leave room for one more. */
export const isUnderCaps = ({ day, week }: CapPeriods) => ({
  $and: [
    { $gt: ['$dailyCap', countOf('offersOn', 'day', day)] },
    // A number is less than any text, so a firm without a weekly cap is always under it.
    { $gt: [{ $ifNull: ['$weeklyCap', ''] }, countOf('offersInWeek', 'week', week)] },
  ],
})

/** The rule of `isCounted` within an expression. */
const isCountedNow = (field: string, current: string) => ({
  $and: [{ $gte: [`$${field}`, current] }, { $lte: [`$${field}`, lastCounted(current)] }],
})

const periodOf = (field: string, current: string) => ({ $cond: [isCountedNow(field, current), `$${field}`, current] })

/** The stored count if it is of this day or week, otherwise 0; within an expression. */
const countOf = (field: string, period: string, current: string) => ({
  $cond: [isCountedNow(`${field}.${period}`, current), `$${field}.count`, 0],
})

export function toContractor(record: ContractorRecord): Contractor {
  const {
    _id,
    offersOn: _,
    offersInWeek: __,
    jobsTaken: ___,
    turn: ____,
    updatedAt: _____,
    ratings: ______,
    addressBounce,
    ...rest
  } = record
  const isBounced = addressBounce?.address === emailAddressOf(record)
  return { id: String(_id), ...rest, ...(isBounced && { addressBounce }) }
}

/** Every firm with its reasons for or against a lead, as of now: what the worker offers by, and what a dry run shows. */
export async function checkFirms(
  { trade, postcode }: { trade: string; postcode: string | null },
  now: Date,
): Promise<MatchReason[]> {
  const records: ContractorRecord[] = await ContractorModel.find().lean()
  const firms = records.map((record) => {
    const firm = toContractor(record)
    return { ...firm, ...countedOffers(record, capPeriods(firm, now)), turn: record.turn }
  })
  return matchContractors({ trade, postcode, county: countyOf(postcode) }, firms, now)
}
