import {
  deliveryId,
  digestId,
  digestKind,
  type DeliveryBounce,
  type DigestOffer,
} from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, inDigest, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { Offer } from '@kerbside/schema/offers/offer'
import type { ClientSession } from 'mongoose'
import type { Deps } from '../deps.ts'
import { unsent } from './queue-deliveries.ts'

// The email with all offers of a firm's day. Its delivery holds the offers; each of them has a delivery too, which
// follows that of the email. What may be added when is guarded by the one document.

/**
 * Adds an offer to the digest of its day, once however often this is repeated. Null if the offer needs an email of its
 * own: it belongs to no digest, or that one has been put together without it.
 */
export async function joinDigest(
  { now }: Pick<Deps, 'now'>,
  { contractorId, sendAt, digestDay }: Offer,
  offer: DigestOffer,
): Promise<string | null> {
  if (digestDay === undefined || !sendAt) return null
  const _id = digestId(contractorId, digestDay)
  const at = now()
  const times = { nextTryAt: sendAt, roundStartedAt: at, createdAt: at, updatedAt: at }
  await DeliveryModel.updateOne(
    { _id },
    { $setOnInsert: { kind: digestKind, leadId: null, contractorId, offers: [], ...unsent, ...times } },
    { upsert: true, timestamps: false },
  )
  const joined = await DeliveryModel.updateOne(
    { _id, sealedAt: null },
    // The earliest, should the firm's hours have changed between two offers.
    { $addToSet: { offers: offer }, $min: { nextTryAt: sendAt } },
    { timestamps: false },
  )
  const isIn = joined.matchedCount > 0 || (await DeliveryModel.exists({ _id, offers: { $elemMatch: offer } })) !== null
  return isIn ? _id : null
}

/** What a digest offers. From now on nothing is added: an offer that comes later has an email of its own. */
export async function sealDigest({ now }: Pick<Deps, 'now'>, _id: string): Promise<DigestOffer[]> {
  await DeliveryModel.updateOne({ _id, sealedAt: null }, { sealedAt: now() }, { timestamps: false })
  return (await DeliveryModel.findById(_id, 'offers').lean())?.offers ?? []
}

type OneOffer = { leadId: number; contractorId: string }

/** The offers that an email is about, now: the email of one of them, or a digest. */
export async function offersOf({ _id, kind, leadId, contractorId }: DeliveryRecord): Promise<OneOffer[]> {
  if (contractorId === null) return []
  if (kind === 'offer') return leadId === null ? [] : [{ leadId, contractorId }]
  if (kind !== digestKind) return []
  const digest = await DeliveryModel.findById(_id, 'offers').lean()
  return (digest?.offers ?? []).map((offer) => ({ leadId: offer.leadId, contractorId }))
}

const deliveriesOf = (contractorId: string, offers: readonly DigestOffer[]) => {
  const ids = offers.map(({ leadId, round }) => deliveryId(leadId, 'offer', contractorId, round))
  return { _id: { $in: ids }, ...inDigest }
}

/** Once a digest is out, so are its offers. Returns how many were not known to be. */
export async function settleOffersOf(id: string): Promise<number> {
  const digest = await DeliveryModel.findById(id, 'contractorId offers sentAt messageId').lean()
  if (!digest) return 0
  const { contractorId, offers, sentAt, messageId } = digest
  if (!sentAt || !contractorId || !offers) return 0
  const { modifiedCount } = await DeliveryModel.updateMany(
    { ...deliveriesOf(contractorId, offers), state: 'queued' },
    { state: 'sent', nextTryAt: null, sentAt, messageId: messageId ?? null },
  )
  return modifiedCount
}

/** Does that for digests whose worker was killed, and for offers that were stored while their digest was sent. */
export async function settleForgottenOffers(before: Date, limit: number): Promise<number> {
  const waiting = await DeliveryModel.find({ ...inDigest, state: 'queued', nextTryAt: { $lte: before } }, 'digestId')
    .limit(limit)
    .lean()
  const ids = [...new Set(waiting.flatMap(({ digestId: id }) => id ?? []))]
  const settled = await Promise.all(ids.map(settleOffersOf))
  return settled.reduce((sum, count) => sum + count, 0)
}

/** A digest came back, and so did its offers. */
export async function bounceOffersOf(
  { kind, contractorId, offers }: DeliveryRecord,
  bounce: DeliveryBounce,
  session: ClientSession,
): Promise<void> {
  if (kind !== digestKind || !contractorId || !offers) return
  const open = { ...deliveriesOf(contractorId, offers), state: { $in: ['queued' as const, 'sent' as const] } }
  await DeliveryModel.updateMany(open, { state: 'bounced', nextTryAt: null, bounce }, { session })
}
