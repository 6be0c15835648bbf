import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { queueDeliveries } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'

/** A mail for every open offer of a lead, those included that a killed run left without one. */
export async function queueOpenOffers(deps: Pick<Deps, 'now' | 'enqueueAll'>, leadId: number): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'offers').lean()
  const open = lead?.offers.filter(({ state }) => state === 'offered') ?? []
  await queueDeliveries(
    deps,
    open.map(({ contractorId }) => ({ leadId, kind: 'offer', contractorId })),
  )
}
