import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { offerLead } from '../offers/offer-lead.ts'
import { queueDeliveries } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'
import { queueOpenOffers } from '../offers/queue-open-offers.ts'

/** The homeowner's confirmation and the first offers. Every step may be repeated and may run beside itself. */
export async function leadSubmitted(deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'email dispatchedAt').lean()
  if (!lead || lead.dispatchedAt !== null) return
  if (lead.email) await queueDeliveries(deps, [{ leadId, kind: 'confirmation', contractorId: null }])
  await queueOpenOffers(deps, leadId, await offerLead(deps, leadId))
  await LeadModel.updateOne({ _id: leadId, dispatchedAt: null }, { dispatchedAt: deps.now() })
}
