import type { AuditSubject } from '@kerbside/schema/audit/audit'
import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, toContractor, type ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { AppError } from '@kerbside/schema/errors'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { latestOutcome, type JobOutcome } from '@kerbside/schema/offers/job-outcome'
import type { Rating } from '@kerbside/schema/contractors/rating'
import { offerRound, type Offer } from '@kerbside/schema/offers/offer'
import { byName, searchIn } from '@kerbside/schema/lists'
import { areaOf } from '@kerbside/schema/quotes/places'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { isValidObjectId } from 'mongoose'
import { z } from 'zod'
import type { Context } from '../deps.ts'

export const noSuchFirm = () => new AppError('NOT_FOUND', 'That firm could not be found.')

export async function findContractor(id: string): Promise<ContractorRecord> {
  const record = isValidObjectId(id) ? await ContractorModel.findById(id).lean() : null
  if (!record) throw noSuchFirm()
  return record
}

export const contractorSubject = ({ _id, name }: { _id: { toString(): string }; name: string }): AuditSubject => ({
  kind: 'contractor',
  id: String(_id),
  label: name,
})

/** Null when there is no such firm. */
export async function getContractor(ctx: Context, id: string): Promise<Contractor | null> {
  requireCan(ctx.viewer, 'contractor:read')
  const record = isValidObjectId(id) ? await ContractorModel.findById(id).lean() : null
  return record && toContractor(record)
}

const Filter = z.strictObject({ search: z.string().max(200).nullish(), active: z.boolean().nullish() })

export async function listContractors(ctx: Context, input: unknown): Promise<Contractor[]> {
  requireCan(ctx.viewer, 'contractor:read')
  const { search, active } = parse(Filter, input)
  const records = await ContractorModel.find({
    ...searchIn(['name', 'email', 'contacts.name'], search),
    ...(typeof active === 'boolean' && { active }),
  })
    .sort({ name: 1, _id: 1 })
    .collation(byName)
    .lean()
  return records.map(toContractor)
}

/** What became of the offers that a firm had lately. `acceptanceRate`: whole percent; null without an offer. */
export type OfferHistory = { offersMade: number; offersAccepted: number; acceptanceRate: number | null }

const historyMs = 90 * 86_400_000

/** The offers that each firm has had, in the order of the firms. Offers are made by email: an index of emails counts them. */
export async function offerHistories(ctx: Context, ids: readonly string[]): Promise<OfferHistory[]> {
  requireCan(ctx.viewer, 'contractor:read')
  const since = new Date(ctx.now().getTime() - historyMs)
  const counts = await DeliveryModel.aggregate<{ _id: string; made: number; accepted: number }>([
    { $match: { kind: 'offer', contractorId: { $in: [...ids] }, createdAt: { $gte: since } } },
    {
      $group: {
        _id: '$contractorId',
        made: { $sum: 1 },
        accepted: { $sum: { $cond: [{ $eq: ['$state', 'accepted'] }, 1, 0] } },
      },
    },
  ])
  const byId = new Map(counts.map((count) => [count._id, count]))
  return ids.map((id) => {
    const { made, accepted } = byId.get(id) ?? { made: 0, accepted: 0 }
    const acceptanceRate = made === 0 ? null : Math.round((accepted / made) * 100)
    return { offersMade: made, offersAccepted: accepted, acceptanceRate }
  })
}

export type OfferOfFirm = Pick<Offer, 'state' | 'offeredAt' | 'expiresAt' | 'decidedAt'> & {
  leadId: number
  reference: string
  /** As the firm saw it: South West London (SW1A); null without a postcode. */
  area: string | null
  trade: string
  /** What the firm reported last; null if it has reported nothing. */
  outcome: JobOutcome | null
  /** The homeowner's of the firm. */
  rating: Rating | null
}

const offersListed = 100

export async function latestOffers(ctx: Context, contractorId: string): Promise<OfferOfFirm[]> {
  requireCan(ctx.viewer, 'contractor:read')
  requireCan(ctx.viewer, 'lead:read')
  return offersOfFirm(contractorId)
}

export type OfferedLead = { lead: LeadRecord; offer: Offer }

/**
 * The latest offers of a firm, newest first, with these fields of their leads. Found by their emails, which an index has by
 * firm; what became of each is written in its lead. Whoever calls this has checked the permission: that of the viewer, or
 * the firm's signed link.
 */
export async function leadsOffered(contractorId: string, fields: string): Promise<OfferedLead[]> {
  const emails = await DeliveryModel.find({ kind: 'offer', contractorId }, 'leadId')
    .sort({ createdAt: -1 })
    .limit(offersListed)
    .lean()
  const leadIds = emails.map(({ leadId }) => leadId).filter((id) => id !== null)
  const leads = await LeadModel.find({ _id: { $in: leadIds } }, fields).lean()
  return emails.flatMap(({ _id, leadId }) => {
    const lead = leads.find((found) => found._id === leadId)
    const isOfEmail = (offer: Offer) =>
      lead !== undefined &&
      offer.contractorId === contractorId &&
      deliveryId(lead._id, 'offer', contractorId, offerRound(lead.offers, offer)) === _id
    const offer = lead?.offers.find(isOfEmail)
    return lead && offer ? [{ lead, offer }] : []
  })
}

async function offersOfFirm(contractorId: string): Promise<OfferOfFirm[]> {
  const offered = await leadsOffered(contractorId, 'reference postcode trade offers')
  return offered.map(({ lead, offer }) => {
    const { state, offeredAt, expiresAt, decidedAt } = offer
    const { reference, postcode, trade } = lead
    const outcome = latestOutcome(offer)
    const ofLead = { leadId: lead._id, reference, area: areaOf(postcode), trade, rating: offer.rating ?? null }
    return { ...ofLead, state, offeredAt, expiresAt, decidedAt, outcome }
  })
}
