import type mongoose from 'mongoose'

type Db = mongoose.mongo.Db
type Document = mongoose.mongo.Document

/** Milliseconds after which the relay took a stored event in hand. As every number here, it stays as it was. */
const relayAfterMs = 2_000

/**
 * Leads of which something is due that was stored as releases did that took an event out of its lead once Redis had its
 * job: an event without the time at which it is due; marks beside the outbox; and no mark at all of a new lead, whose
 * matching was due until `dispatchedAt` was set.
 */
const isFormer = {
  $or: [
    { outbox: { $elemMatch: { dueAt: { $exists: false } } } },
    { dispatchedAt: null, 'outbox.type': { $ne: 'lead.submitted' } },
    { placesDueSince: { $type: 'date' } },
    { quotesDueSince: { $type: 'date' } },
    { 'offers.pendingEvent.type': { $type: 'string' } },
  ],
}

const numberOf = (date: string | Document) => ({ $toString: { $toLong: date } })
const idOf = (...parts: (string | Document)[]) => ({ $concat: ['lead-', { $toString: '$_id' }, '-', ...parts] })

/** What the events of these marks were called then, which is what their jobs in Redis are called. */
const submitted = { id: idOf('submitted'), type: 'lead.submitted', contractorId: null, at: '$createdAt' }
const reopened = {
  id: idOf('reopened-', numberOf('$placesDueSince')),
  type: 'lead.reopened',
  contractorId: null,
  at: '$placesDueSince',
}
const quoteSent = {
  id: idOf('quote-sent-', numberOf('$quotesDueSince')),
  type: 'quote.sent',
  contractorId: null,
  at: '$quotesDueSince',
}

const { type, at } = { type: '$$offer.pendingEvent.type', at: '$$offer.pendingEvent.at' }
const isOfOneFirm = { $in: [type, ['offer.accepted', 'offer.declined']] }
const ofOffer = {
  id: idOf(
    { $replaceOne: { input: type, find: '.', replacement: '-' } },
    '-',
    { $cond: [isOfOneFirm, { $concat: ['$$offer.contractorId', '-'] }, ''] },
    numberOf(at),
  ),
  type,
  contractorId: { $cond: [isOfOneFirm, '$$offer.contractorId', null] },
  at,
}

const pendingOffers = {
  $filter: {
    input: { $ifNull: ['$offers', []] },
    as: 'offer',
    cond: { $eq: [{ $type: '$$offer.pendingEvent.at' }, 'date'] },
  },
}
const when = (condition: Document, event: Document) => ({ $cond: [condition, [event], []] })
const isDate = (field: string) => ({ $eq: [{ $type: field }, 'date'] })

/** Several offers of one moment have one event, so it is a set. */
const marked = {
  $setUnion: [
    when({ $eq: [{ $ifNull: ['$dispatchedAt', null] }, null] }, submitted),
    when(isDate('$placesDueSince'), reopened),
    when(isDate('$quotesDueSince'), quoteSent),
    { $map: { input: pendingOffers, as: 'offer', in: ofOffer } },
  ],
}
const stored = { $ifNull: ['$outbox', []] }
const missing = {
  $filter: { input: marked, as: 'event', cond: { $not: [{ $in: ['$$event.id', { $ifNull: ['$outbox.id', []] }] }] } },
}
const withDueAt = { $mergeObjects: [{ dueAt: { $add: ['$$event.at', relayAfterMs] } }, '$$event'] }

/** Leads with an event without the time at which it is due, by an index that holds no others. */
export const withFormerEvent = { 'outbox.dueAt': null, 'outbox.at': { $exists: true } }

/**
 * Brings what is due of all leads, or of some, into their outboxes as events with a time at which they are due, which are
 * the only record of it today. Safe to repeat, and beside a server of a former release.
 */
export async function adoptFormerEvents(db: Db | undefined, leads: { _id: number } | typeof withFormerEvent | null) {
  await db
    ?.collection<{ _id: number }>('leads')
    .updateMany({ ...leads, ...isFormer }, [
      { $set: { outbox: { $map: { input: { $concatArrays: [stored, missing] }, as: 'event', in: withDueAt } } } },
      { $unset: ['placesDueSince', 'quotesDueSince', 'offers.pendingEvent'] },
    ])
}
