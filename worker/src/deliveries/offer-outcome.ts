import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { offerDecided } from '@kerbside/schema/events/event.jobs'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { offerRound, type Offer, type OfferState } from '@kerbside/schema/leads/offer'
import type { QueryFilter } from 'mongoose'

const decided = {
  accepted: 'accepted',
  declined: 'declined',
  expired: 'expired',
  withdrawn: 'expired',
  undeliverable: 'failed',
} as const

/** The state of an offer's delivery once the offer is decided; null while it is open. */
export const decidedState = (offer: OfferState) => (offer === 'offered' ? null : decided[offer])

/**
 * Copies the outcome of an offer to its delivery. When the mail failed and the offer then expired, the delivery stays
 * failed, so that staff see that the firm never heard of the job.
 */
export async function mirrorOffer(leadId: number, offers: readonly Offer[], offer: Offer): Promise<void> {
  const state = decidedState(offer.state)
  if (state === null) return
  const open =
    state === 'accepted' || state === 'declined'
      ? (['queued', 'sending', 'sent', 'failed'] as const)
      : (['queued', 'sending', 'sent'] as const)
  const id = deliveryId(leadId, 'offer', offer.contractorId, offerRound(offers, offer))
  await DeliveryModel.updateOne({ _id: id, state: { $in: open } }, { state })
}

type Closing = { leadId: number; contractorId: string; state: 'expired' | 'withdrawn' | 'undeliverable'; at: Date }

/** Ends those of these offers that are open. */
export async function closeOffers(
  offers: readonly Pick<Closing, 'leadId' | 'contractorId'>[],
  state: Closing['state'],
  at: Date,
): Promise<void> {
  for (const offer of offers) await closeOffer({ ...offer, state, at })
}

/**
 * Ends an open offer and stores the event that gives its place to the next firm, in one write. False when the firm has
 * decided meanwhile.
 */
export async function closeOffer({ leadId, contractorId, state, at }: Closing): Promise<boolean> {
  // Nothing matches when the firm has decided in the last moment.
  const open = { contractorId, state: 'offered', ...(state === 'expired' && { expiresAt: { $lte: at } }) }
  const filter: QueryFilter<LeadRecord> = { _id: leadId, offers: { $elemMatch: open } }
  const { modifiedCount } = await LeadModel.updateOne(filter, {
    $set: {
      'offers.$.state': state,
      'offers.$.decidedAt': at,
      'offers.$.pendingEvent': { type: 'offer.declined', at },
      updatedAt: at,
    },
    $push: { outbox: offerDecided('offer.declined', leadId, contractorId, at) },
  })
  return modifiedCount === 1
}
