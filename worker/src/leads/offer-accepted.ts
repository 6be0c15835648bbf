import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { maximumFirms, type Offer } from '@kerbside/schema/leads/offer'
import { mirrorOffer } from '../deliveries/mirror-offer.ts'
import { queueDeliveries, type WantedDelivery } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'

/** The firm gets the contact details, the homeowner its name. Safe to repeat. */
export async function offerAccepted(
  deps: Deps,
  { leadId, contractorId }: { leadId: number; contractorId: string },
): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'email offers').lean()
  const offer = lead?.offers.findLast((candidate) => candidate.contractorId === contractorId)
  if (!lead || offer?.state !== 'accepted') return

  const mails: WantedDelivery[] = [{ leadId, kind: 'contact-details', contractorId }]
  if (lead.email) mails.push({ leadId, kind: 'accepted-notice', contractorId })
  await queueDeliveries(deps, mails)
  if (lead.offers.filter(({ state }) => state === 'accepted').length >= maximumFirms) {
    await withdrawOpenOffers(deps, leadId, lead.offers)
  }
  // Last, because the sweep takes an unmirrored decision for one that nobody has acted on.
  await mirrorOffer(leadId, contractorId, 'accepted')
}

async function withdrawOpenOffers(deps: Deps, leadId: number, offers: readonly Offer[]): Promise<void> {
  const at = deps.now()
  await LeadModel.updateOne(
    { _id: leadId },
    { $set: { 'offers.$[open].state': 'withdrawn', 'offers.$[open].decidedAt': at, updatedAt: at } },
    { arrayFilters: [{ 'open.state': 'offered' }] },
  )
  for (const { contractorId, state } of offers) {
    if (state === 'offered') await mirrorOffer(leadId, contractorId, 'withdrawn')
  }
}
