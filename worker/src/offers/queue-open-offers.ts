import { offerRound, type Offer } from '@kerbside/schema/leads/offer'
import { queueDeliveries } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'

/** A mail for every open offer of a lead, those included that a killed run left without one. */
export async function queueOpenOffers(
  deps: Pick<Deps, 'now' | 'config' | 'enqueueAll'>,
  leadId: number,
  offers: readonly Offer[],
): Promise<void> {
  const open = offers.filter(({ state }) => state === 'offered')
  await queueDeliveries(
    deps,
    open.map((offer) => ({
      leadId,
      kind: 'offer',
      contractorId: offer.contractorId,
      round: offerRound(offers, offer),
    })),
  )
}
