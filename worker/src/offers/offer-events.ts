import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { isOpenToFirms } from '@kerbside/schema/leads/lead'
import { maximumFirms, type Offer } from '@kerbside/schema/leads/offer'
import { offerLead } from './offer-lead.ts'
import { mirrorOffer } from '../deliveries/mirror-offer.ts'
import { queueDeliveries, type WantedDelivery } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'
import { queueOpenOffers } from './queue-open-offers.ts'

// Each of these may be repeated and may run beside itself. What is pending at an offer is taken away last: until then
// the sweep takes it for something that nobody has acted on.

type OneOffer = { leadId: number; contractorId: string }

/** The firm gets the contact details, the homeowner its name. */
export async function offerAccepted(deps: Deps, { leadId, contractorId }: OneOffer): Promise<void> {
  const lead = await LeadModel.findById(leadId).lean()
  const offer = lead?.offers.findLast((candidate) => candidate.contractorId === contractorId)
  if (!lead || offer?.state !== 'accepted') return
  if (!wasAllowed(lead, offer)) {
    deps.log.warn({ leadId, contractorId }, 'accepted after the lead was closed: no details are sent')
    return
  }
  const mails: WantedDelivery[] = [{ leadId, kind: 'contact-details', contractorId }]
  if (lead.email) mails.push({ leadId, kind: 'accepted-notice', contractorId })
  await queueDeliveries(deps, mails)
  if (lead.offers.filter(({ state }) => state === 'accepted').length >= maximumFirms) {
    await withdrawOpenOffers(deps, leadId)
  }
  await mirrorOffer(leadId, lead.offers, offer)
  await actedOn(leadId, [offer])
}

/**
 * What was accepted by a guarded write says so by what is pending. Without that the offer was accepted by a version that
 * did not look at the lead, so its history is asked.
 */
function wasAllowed(lead: LeadRecord, { pendingEvent, decidedAt }: Offer): boolean {
  if (pendingEvent || decidedAt === null) return true
  const before = lead.statusHistory.findLast(({ at }) => at < decidedAt)
  const status = before?.to ?? lead.statusHistory[0]?.from ?? lead.status
  return isOpenToFirms({ status })
}

async function withdrawOpenOffers(deps: Deps, leadId: number): Promise<void> {
  const at = deps.now()
  const lead = await LeadModel.findOneAndUpdate(
    { _id: leadId },
    { $set: { 'offers.$[open].state': 'withdrawn', 'offers.$[open].decidedAt': at, updatedAt: at } },
    { arrayFilters: [{ 'open.state': 'offered' }], returnDocument: 'after' },
  ).lean()
  for (const offer of lead?.offers ?? []) {
    if (lead && offer.state === 'withdrawn') await mirrorOffer(leadId, lead.offers, offer)
  }
}

/** Declined, run out or not to be delivered: the free place goes to the next firm. */
export async function offerDeclined(deps: Deps, { leadId, contractorId }: OneOffer): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'offers').lean()
  const closed = lead?.offers.filter((offer) => offer.contractorId === contractorId && offer.state !== 'offered') ?? []
  if (!lead || closed.length === 0) return
  await queueOpenOffers(deps, leadId, await offerLead(deps, leadId))
  for (const offer of closed) await mirrorOffer(leadId, lead.offers, offer)
  await actedOn(leadId, closed.filter(isPending('offer.declined')))
}

/** Taken back by us: a mail that is not out yet does not go, and nobody is offered the job in its place. */
export async function offerWithdrawn(_deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'offers').lean()
  const withdrawn = lead?.offers.filter(isPending('offer.withdrawn')) ?? []
  for (const offer of withdrawn) await mirrorOffer(leadId, lead?.offers ?? [], offer)
  await actedOn(leadId, withdrawn)
}

/** Offered by hand: the firm gets its mail. */
export async function offerMade(deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'offers').lean()
  if (!lead) return
  await queueOpenOffers(deps, leadId, lead.offers)
  await actedOn(leadId, lead.offers.filter(isPending('offer.made')))
}

/** Back from lost: the free places are offered, also to firms whose offer ended only because the lead was lost. */
export async function leadReopened(deps: Deps, { leadId }: { leadId: number }): Promise<void> {
  const lead = await LeadModel.findById(leadId, 'placesDueSince').lean()
  if (!lead?.placesDueSince) return
  await queueOpenOffers(deps, leadId, await offerLead(deps, leadId))
  await LeadModel.updateOne({ _id: leadId, placesDueSince: lead.placesDueSince }, { $unset: { placesDueSince: 1 } })
}

const isPending = (type: string) => (offer: Offer) => offer.pendingEvent?.type === type

async function actedOn(leadId: number, offers: readonly Offer[]): Promise<void> {
  for (const { contractorId, pendingEvent } of offers) {
    if (!pendingEvent) continue
    const { type, at } = pendingEvent
    await LeadModel.updateOne(
      { _id: leadId },
      { $set: { 'offers.$[done].pendingEvent': null } },
      {
        arrayFilters: [
          { 'done.contractorId': contractorId, 'done.pendingEvent.type': type, 'done.pendingEvent.at': at },
        ],
      },
    )
  }
}
