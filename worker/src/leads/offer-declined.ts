import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { offerLead } from '../contractors/offer-lead.ts'
import { mirrorOffer } from '../deliveries/mirror-offer.ts'
import type { Deps } from '../deps.ts'
import { queueOpenOffers } from './queue-open-offers.ts'

/** Declined, run out or passed over: the free place goes to the next firm. Safe to repeat. */
export async function offerDeclined(
  deps: Deps,
  { leadId, contractorId }: { leadId: number; contractorId: string },
): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'offers').lean()
  const offer = lead?.offers.findLast((candidate) => candidate.contractorId === contractorId)
  if (!offer || offer.state === 'offered') return
  await queueOpenOffers(deps, leadId, await offerLead(deps, leadId))
  await mirrorOffer(leadId, contractorId, offer.state)
}
