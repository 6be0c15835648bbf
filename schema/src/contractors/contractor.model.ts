import mongoose, { Schema, type ClientSession, type Types } from 'mongoose'
import type { RatingTotals } from './rating.ts'
import { countyOf } from '../quotes/places.ts'
import { capPeriods, countedOffers, withOneMore, type CapPeriods, type OfferCounts } from './caps.ts'
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
import { turnOf } from './turns.ts'

/** `OfferCounts`: written in the transaction that reads them, so that the caps hold. */
export type ContractorRecord = Omit<Contractor, 'id'> &
  OfferCounts & {
    _id: Types.ObjectId
    /** What the contractor has had of its share, see `turns.ts`. */
    turn: number
    /** Raised in the transaction of what it does, so that it cannot be deactivated or deleted at the same moment. */
    actions?: number
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
    linksVersion: Number,
    actions: Number,
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

/**
 * Part of a transaction in which a contractor does something. False for one that is deleted or not active. It is written, so
 * that a deletion at the same moment comes before, and nothing is done, or after.
 */
export async function isActing(contractorId: string, session: ClientSession): Promise<boolean> {
  if (!mongoose.isValidObjectId(contractorId)) return false
  const acts = { _id: contractorId, active: true }
  return (await ContractorModel.updateOne(acts, { $inc: { actions: 1 } }, { session })).matchedCount === 1
}

/** One more offer of a firm, written in the transaction that read it. `turn`: from where the firm's turn counts. */
export const countOffer = (record: ContractorRecord, periods: CapPeriods, at: Date, turn = record.turn ?? 0) => ({
  ...withOneMore(record, periods),
  turn: turn + turnOf(record),
  lastLeadAt: record.lastLeadAt && record.lastLeadAt > at ? record.lastLeadAt : at,
})

export function toContractor(record: ContractorRecord): Contractor {
  const {
    _id,
    offersOn: _,
    offersInWeek: __,
    actions: ___,
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
  session: ClientSession | null = null,
): Promise<MatchReason[]> {
  const records: ContractorRecord[] = await ContractorModel.find().session(session).lean()
  const firms = records.map((record) => {
    const firm = toContractor(record)
    return { ...firm, ...countedOffers(record, capPeriods(firm, now)), turn: record.turn }
  })
  return matchContractors({ trade, postcode, county: countyOf(postcode) }, firms, now)
}
