import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { offerRound, type Offer, type OfferState } from '@kerbside/schema/leads/offer'

const decided = {
  accepted: 'accepted',
  declined: 'declined',
  expired: 'expired',
  withdrawn: 'expired',
  undeliverable: 'failed',
} as const

/** What an offer's delivery says once the offer is decided; null while it is open. */
export const decidedState = (offer: OfferState) => (offer === 'offered' ? null : decided[offer])

/**
 * Shows on the delivery what became of the offer. One that was given up and ran out stays failed: staff should see
 * that the firm never heard of it.
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
