import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { offerRound, type Offer, type OfferState } from '@kerbside/schema/offers/offer'
import type { OfferHappening } from '@kerbside/schema/offers/offer-life'
import { writeEnded } from '@kerbside/schema/leads/write-offers.model'

const decided = {
  accepted: 'accepted',
  declined: 'declined',
  expired: 'expired',
  withdrawn: 'expired',
  undeliverable: 'failed',
  released: 'accepted',
} as const

/** The state of an offer's delivery once the offer is decided; null while it is open. */
export const decidedState = (offer: OfferState) => (offer === 'offered' ? null : decided[offer])

/**
 * Copies the outcome of an offer to its delivery. When the email failed and the offer then expired, the delivery stays
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

type OneOffer = { leadId: number; contractorId: string }
type Failure = Extract<OfferHappening, 'address rejects its email' | 'firm may take no jobs'>

/** Ends those of these offers that are open; their places go to the next firms. */
export async function endUnsent(offers: readonly OneOffer[], happening: Failure, at: Date): Promise<void> {
  for (const offer of offers) await writeEnded(happening, { ...offer, at })
}
