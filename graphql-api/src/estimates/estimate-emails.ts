import { deliveryId, type LeadEmailKind } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { firmsWithDetails } from '@kerbside/schema/offers/offer'
import type { ClientSession } from 'mongoose'
import type { StoredEmail } from '../events/stored-email.ts'

type About = { lead: Pick<LeadRecord, '_id' | 'email' | 'offers'>; estimate: LeadEstimate }

/** What firms are told of a decision about their price. A price of our own, or of a firm that has not taken the job, tells nobody. */
export async function emailToFirm(
  kind: 'estimate-chosen' | 'choice-undone' | 'estimate-declined',
  { lead, estimate }: About,
  session: ClientSession,
): Promise<StoredEmail[]> {
  const { contractorId } = estimate
  const firm = firmsWithDetails(lead.offers).find((offer) => offer.contractorId === contractorId)
  return firm ? [{ ...(await nextEmail(kind, lead._id, estimate.id, session)), contractorId: firm.contractorId }] : []
}

export async function emailToHomeowner(
  kind: 'agreement' | 'estimate-agreed',
  { lead, estimate }: About,
  session: ClientSession,
): Promise<StoredEmail[]> {
  return lead.email ? [await nextEmail(kind, lead._id, estimate.id, session)] : []
}

/** The next email of a kind about a price: a price can be chosen, given up and chosen again. */
async function nextEmail(kind: LeadEmailKind, leadId: number, about: string, session: ClientSession) {
  const round = await countEmails(kind, leadId, about, session)
  return { _id: deliveryId(leadId, kind, about, round), kind, leadId }
}

/** How many emails of a kind were stored about a price. */
export const countEmails = (kind: LeadEmailKind, leadId: number, about: string, session?: ClientSession) =>
  DeliveryModel.countDocuments(
    { leadId, kind, _id: { $regex: `^${deliveryId(leadId, kind, about)}` } },
    session ? { session } : {},
  )
