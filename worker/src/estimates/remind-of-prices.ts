import { goesToHomeowner } from '@kerbside/schema/deliveries/delivery'
import { opensAt } from '@kerbside/schema/contractors/working-hours'
import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { priceStepAt, priceStepsBetween, waitsForPrice } from '@kerbside/schema/leads/waiting-for-price'
import { pendingStatuses } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { queueDeliveries, type WantedDelivery } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'

/**
 * Reminds firms that accepted a job and sent neither a price nor a report, twice, and then tells the homeowner. Each mail
 * has one id, so several workers, and one that is killed in between, store each of them once. A reminder waits until the
 * firm opens.
 */
export async function remindOfPrices(deps: Pick<Deps, 'now' | 'config' | 'enqueueAll' | 'log'>): Promise<void> {
  const now = deps.now()
  const accepted = { state: 'accepted', decidedAt: priceStepsBetween(now) }
  const leads = await LeadModel.find(
    {
      'offers.state': 'accepted',
      'offers.decidedAt': { $gt: accepted.decidedAt.$gt },
      offers: { $elemMatch: accepted },
      status: { $in: [...pendingStatuses] },
      sharingStoppedAt: null,
    },
    { offers: 1, estimates: 1, status: 1, sharingStoppedAt: 1, erasedAt: 1, email: 1 },
  ).lean()
  const due = leads.flatMap((lead) =>
    lead.offers.flatMap((offer): WantedDelivery[] => {
      const step = offer.decidedAt && waitsForPrice(lead, offer) ? priceStepAt(offer.decidedAt, now) : null
      if (step === null || (step.kind === 'no-price-notice' && !lead.email)) return []
      return [{ leadId: lead._id, kind: step.kind, round: step.round, contractorId: offer.contractorId }]
    }),
  )
  await queueDeliveries(deps, await onceOpen(due, now))
}

/** The same, each email to a firm once the firm opens. */
export async function onceOpen(wanted: readonly WantedDelivery[], now: Date): Promise<WantedDelivery[]> {
  const ids = wanted.flatMap(({ kind, contractorId }) => (goesToHomeowner(kind) ? [] : (contractorId ?? [])))
  const firms = ids.length === 0 ? [] : await ContractorModel.find({ _id: { $in: ids } }).lean()
  const opening = new Map(firms.map((firm) => [String(firm._id), opensAt(toContractor(firm), now)]))
  return wanted.map((delivery) => {
    const notBefore = goesToHomeowner(delivery.kind) ? null : opening.get(delivery.contractorId ?? '')
    return { ...delivery, ...(notBefore && { notBefore }) }
  })
}
