import { offerRound, type Offer } from '@kerbside/schema/offers/offer'
import { joinDigest } from '../deliveries/offer-digest.ts'
import { queueDeliveries, type WantedDelivery } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'

type QueueDeps = Pick<Deps, 'now' | 'config' | 'enqueueAll'>

/**
 * Queues an email for every open offer of a lead, also for those that a killed run left without one; held ones wait. A
 * firm that wants one email a day is told in its digest, or by an email of its own if the digest is on its way already.
 */
export async function queueOpenOffers(deps: QueueDeps, leadId: number, offers: readonly Offer[]): Promise<void> {
  const wanted: WantedDelivery[] = []
  for (const offer of offers.filter(({ state }) => state === 'offered')) {
    const { contractorId, sendAt } = offer
    const round = offerRound(offers, offer)
    const digestId = await joinDigest(deps, offer, { leadId, round })
    wanted.push({
      leadId,
      kind: 'offer',
      contractorId,
      round,
      ...(sendAt && { notBefore: sendAt }),
      ...(digestId !== null && { digestId }),
    })
  }
  await queueDeliveries(deps, wanted)
}
