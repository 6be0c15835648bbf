import mongoose, { Schema } from 'mongoose'
import { leadColumnNames, type LeadColumn } from '../quotes/columns.ts'
import { notGenuineReasons, outcomeKinds } from '../offers/job-outcome.ts'
import {
  activityKinds,
  callOutcomes,
  leadPriorities,
  leadStatuses,
  promiseAlerts,
  type Lead,
  type LeadStorage,
} from './lead.ts'
import { offerDeclineReasons, offerStates, withdrawalReasons } from '../offers/offer.ts'
import { currencies } from '../amount.ts'
import { declineReasons, estimateKinds, estimateStates } from '../estimates/estimate.ts'

export type LeadRecord = Omit<Lead, 'id'> & LeadStorage & { _id: number }

const part = <T extends object>(definition: T) => new Schema(definition, { _id: false })
const text = { type: String, default: null }
const nameAndId = part({ id: String, name: String })
const person = { type: nameAndId, default: null }

const filledIn = { type: String, default: '' }
const columns = {
  ...(Object.fromEntries(leadColumnNames.map((column) => [column, text])) as Record<LeadColumn, typeof text>),
  firstName: filledIn,
  lastName: filledIn,
  fullName: filledIn,
  email: filledIn,
  mobile: filledIn,
  distance: { type: Number, default: null },
}

const activity = {
  kind: { type: String, enum: activityKinds },
  at: Date,
  by: person,
  text: String,
  outcome: { type: String, enum: callOutcomes },
  mentions: { type: [nameAndId], default: undefined },
  assignedTo: { ...person, default: undefined },
  followUpAt: Date,
  quote: part({
    id: String,
    amount: Number,
    currency: { type: String, enum: currencies },
    firm: nameAndId,
    file: part({ id: String, name: String, size: Number }),
  }),
  followUpId: String,
  changeId: String,
}

const pipeline = {
  offers: {
    type: [
      part({
        contractorId: String,
        contractorName: String,
        state: { type: String, enum: offerStates },
        offeredAt: Date,
        expiresAt: Date,
        decidedAt: { type: Date, default: null },
        sendAt: Date,
        digestDay: String,
        withdrawnBecause: { type: String, enum: [...withdrawalReasons, null] },
        declinedBecause: { type: String, enum: [...offerDeclineReasons, null] },
        rating: part({ stars: Number, text: String, at: Date }),
        outcomes: {
          type: [
            part({
              kind: { type: String, enum: outcomeKinds },
              at: Date,
              amount: { type: Number, default: null },
              currency: { type: String, enum: [...currencies, null], default: null },
              reason: { type: String, enum: [...notGenuineReasons, null], default: null },
            }),
          ],
          default: undefined,
        },
      }),
    ],
    default: [],
  },
  estimates: {
    type: [
      part({
        id: String,
        contractorId: text,
        contractorName: String,
        number: Number,
        variationOf: text,
        extraWork: Number,
        kind: { type: String, enum: estimateKinds },
        currency: { type: String, enum: currencies },
        total: Number,
        state: { type: String, enum: estimateStates },
        sentAt: Date,
        validUntil: Date,
        decidedAt: { type: Date, default: null },
        declinedBecause: { type: String, enum: [...declineReasons, null] },
        withdrawnBecause: String,
        seenAt: Date,
        chosenBy: String,
        othersBecause: { type: String, enum: [...declineReasons, null] },
        startDay: String,
      }),
    ],
    default: undefined,
  },
  questions: {
    type: [
      part({
        id: String,
        at: Date,
        text: String,
        to: [part({ contractorId: String, contractorName: String })],
        answers: [part({ contractorId: String, contractorName: String, at: Date, text: String })],
      }),
    ],
    default: undefined,
  },
  matching: {
    type: [part({ contractorId: String, contractorName: String, matched: Boolean, reasons: [String] })],
    default: [],
  },
  dispatchedAt: { type: Date, default: null },
  photos: {
    type: [part({ id: String, fileId: String, width: Number, height: Number, size: Number, at: Date, by: nameAndId })],
    default: undefined,
  },
  enoughQuotesAt: Date,
  sharingStoppedAt: Date,
  emailConfirmedAt: Date,
  complaints: { type: [part({ id: String, at: Date, text: String })], default: undefined },
  corrections: {
    type: [part({ at: Date, changes: [part({ name: String, label: String, before: String, after: String })] })],
    default: undefined,
  },
  formerContacts: {
    type: [part({ firstName: String, lastName: String, email: String, mobile: String, postcode: String })],
    default: undefined,
  },
  erasedAt: Date,
  nextPromiseAlert: { type: String, enum: promiseAlerts },
  jobRevision: Number,
  outbox: {
    type: [
      part({
        id: String,
        type: { type: String },
        contractorId: text,
        at: Date,
        dueAt: Date,
        origin: part({ requestId: String, traceparent: String }),
      }),
    ],
    default: [],
  },
}

const schema = new Schema<LeadRecord>(
  {
    _id: { type: Number, required: true },
    reference: { type: String, required: true },
    submissionId: { type: String, required: true },
    requestDigest: text,
    importId: String,
    ...columns,
    searchText: { type: String, required: true },
    tails: { type: [String], required: true },
    answers: { type: [part({ name: String, label: String, value: String })], required: true },
    trade: { type: String, required: true },
    status: { type: String, enum: leadStatuses, required: true },
    statusHistory: {
      type: [part({ from: String, to: String, at: Date, by: person, note: text, changeId: String })],
      default: [],
    },
    activity: { type: [part(activity)], default: undefined },
    contactedAt: Date,
    lostReason: text,
    priority: { type: String, enum: leadPriorities, required: true },
    assignedTo: person,
    followUpAt: { type: Date, default: null },
    isConfirmation: { type: Boolean, required: true },
    urlType: text,
    page: { type: String, required: true },
    formVersion: { type: Number, required: true },
    notice: { type: String, default: '' },
    consent: part({ jurisdiction: String, address: String, addressHash: String }),
    maximumFirms: { type: Number, required: true },
    attribution: {
      type: part({ source: text, medium: text, campaign: text, term: text, content: text, referrer: text }),
      required: true,
    },
    ...pipeline,
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ submissionId: 1 }, { unique: true }) // exactly one lead per submission
schema.index({ reference: 1 }, { unique: true }) // a reference read out on the phone
/** What lists filter by besides an index's own order, so that only the leads of a page are read. */
const filtered = { status: 1, 'assignedTo.id': 1, 'attribution.source': 1, followUpAt: 1, searchText: 1 } as const
/** A lead with a date for a follow-up; few have one. */
export const hasFollowUp = { followUpAt: { $gt: new Date(-8_640_000_000_000_000) } }
/** The indexes of the lead list, which names them as hints. */
export const leadIndexes = {
  created: { createdAt: -1, _id: -1, ...filtered }, // newest first
  updated: { updatedAt: -1, _id: -1, createdAt: 1, ...filtered }, // last changed first
  name: { searchText: 1, _id: 1, createdAt: 1, status: 1, 'assignedTo.id': 1, 'attribution.source': 1, followUpAt: 1 }, // by name
  priority: { priority: 1, createdAt: -1, _id: -1, ...filtered }, // by priority
  followUp: {
    followUpAt: 1,
    _id: 1,
    createdAt: 1,
    status: 1,
    'assignedTo.id': 1,
    'attribution.source': 1,
    searchText: 1,
  }, // by follow-up, and those that are due
  ownFollowUp: {
    'assignedTo.id': 1,
    followUpAt: 1,
    _id: 1,
    createdAt: 1,
    status: 1,
    'attribution.source': 1,
    searchText: 1,
  }, // the same of one assignee
  status: { status: 1, createdAt: -1, _id: -1 }, // by status, and the figures above the list
  assignee: { 'assignedTo.id': 1, status: 1, createdAt: -1, _id: -1 }, // by assignee, with or without a status
  source: { 'attribution.source': 1, createdAt: -1, _id: -1 }, // by source
  area: { createdAt: -1, _id: -1, postcode: 1 }, // by postcode area, and the leads of the last weeks by area
  tails: { tails: 1, _id: 1 }, // those that a rare text finds
} as const
for (const name of ['created', 'updated', 'name', 'priority', 'assignee', 'area', 'tails'] as const) {
  schema.index(leadIndexes[name], { name: `list-${name}` })
}
schema.index(leadIndexes.status) // older databases have it under this name
schema.index(leadIndexes.followUp, { name: 'list-followUp', partialFilterExpression: hasFollowUp })
schema.index(leadIndexes.ownFollowUp, { name: 'list-ownFollowUp', partialFilterExpression: hasFollowUp })
schema.index(leadIndexes.source, {
  name: 'list-source',
  partialFilterExpression: { 'attribution.source': { $gt: '' } },
})
schema.index(
  { 'photos.fileId': 1 },
  { name: 'photos', partialFilterExpression: { 'photos.fileId': { $exists: true } } },
) // the clearing job: files of photos that no lead names
schema.index({ email: 1 }) // other leads of the same contact
schema.index({ mobile: 1 }) // the same
schema.index({ 'outbox.dueAt': 1 }, { partialFilterExpression: { 'outbox.dueAt': { $exists: true } } }) // the relay: what no worker has done yet
schema.index({ createdAt: 1 }, { name: 'addresses', partialFilterExpression: { 'consent.address': { $exists: true } } }) // the retention: network addresses that are not hashed yet
schema.index({ 'offers.expiresAt': 1 }, { name: 'openOffers', partialFilterExpression: { 'offers.state': 'offered' } }) // the sweep: offers that have run out
schema.index(
  { 'estimates.sentAt': -1 },
  { name: 'estimates', partialFilterExpression: { 'estimates.id': { $exists: true } } },
) // the reports: leads with prices
schema.index(
  { 'offers.decidedAt': 1 },
  { name: 'acceptedOffers', partialFilterExpression: { 'offers.state': 'accepted' } },
) // the reminders: firms that accepted and sent no price
schema.index(
  { 'estimates.decidedAt': 1 },
  { name: 'chosenEstimates', partialFilterExpression: { 'estimates.state': 'chosen' } },
) // the reminders: choices that no contractor has confirmed
schema.index(
  { nextPromiseAlert: 1, createdAt: 1 },
  { name: 'promiseAlerts', partialFilterExpression: { nextPromiseAlert: { $exists: true } } },
) // the promise clock: leads about which staff were not alerted yet; the count of those nearly due

export const LeadModel = mongoose.model<LeadRecord>('Lead', schema)

const storage = {
  submissionId: true,
  requestDigest: true,
  outbox: true,
  searchText: true,
  tails: true,
  nextPromiseAlert: true,
  jobRevision: true,
} satisfies Record<keyof LeadStorage, true>

/** Code outside the models uses plain leads, without what is stored beside them. */
export function toLead({ _id, ...record }: LeadRecord): Lead {
  const own = Object.entries(record).filter(([name]) => !Object.hasOwn(storage, name))
  return { id: _id, ...(Object.fromEntries(own) as Omit<LeadRecord, '_id' | keyof LeadStorage>) }
}
