import { ContractorModel, toContractor, type ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { matchContractors, type MatchReason } from '@kerbside/schema/contractors/matching'
import { pendingStatuses } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { freePlaces, maximumFirms, type Offer } from '@kerbside/schema/leads/offer'
import { countyOf } from '@kerbside/schema/quotes/places'
import type { Deps } from '../deps.ts'
import { londonDay } from '../london-time.ts'
import { giveBack, reserveLongestWaiting, type Reservation } from './reserve.ts'

type OfferDeps = Pick<Deps, 'now' | 'config'>

/**
 * Fills the free places of a lead with the firms that have waited longest, and stores why each firm was or was not
 * offered it. Safe to repeat and to run beside itself: firm and lead are each guarded by one atomic update.
 */
export async function offerLead(deps: OfferDeps, leadId: number): Promise<void> {
  const lead = await LeadModel.findById(leadId).lean()
  if (!lead || !pendingStatuses.some((status) => status === lead.status)) return

  const reasons = await judgeFirms(lead, deps.now())
  const capped = await fillPlaces(deps, lead, reasons)
  const { offers = [] } = (await LeadModel.findById(leadId, 'offers').lean()) ?? {}
  await LeadModel.updateOne({ _id: leadId }, { matching: explain(reasons, offers, lead.matching, capped) })
}

async function judgeFirms(lead: LeadRecord, now: Date): Promise<MatchReason[]> {
  const firms: ContractorRecord[] = await ContractorModel.find().lean()
  const today = londonDay(now)
  const offersToday = ({ offersOn }: ContractorRecord) => (offersOn.day === today ? offersOn.count : 0)
  return matchContractors(
    { trade: lead.trade, postcode: lead.postcode, county: countyOf(lead.postcode) },
    firms.map((firm) => ({ ...toContractor(firm), offersToday: offersToday(firm) })),
    now,
  )
}

/** Returns the firms that matched and whose day filled up meanwhile. */
async function fillPlaces(deps: OfferDeps, lead: LeadRecord, reasons: readonly MatchReason[]): Promise<Set<string>> {
  const offered = new Set(lead.offers.map(({ contractorId }) => contractorId))
  const waiting = new Set(reasons.filter(({ matched }) => matched).map(({ contractorId }) => contractorId))
  for (const id of offered) waiting.delete(id)

  let { offers } = lead
  while (freePlaces(offers) > 0 && waiting.size > 0) {
    const reservation = await reserveLongestWaiting([...waiting], deps.now())
    if (reservation === null) return waiting
    waiting.delete(reservation.contractorId)
    const after = await pushOffer(deps, lead._id, reservation)
    if (after) offers = after.offers
    else {
      // Another run of this job was first, or the lead is gone; what it looks like now decides whether to go on.
      await giveBack(reservation)
      const current = await LeadModel.findById(lead._id, 'offers').lean()
      if (!current) break
      offers = current.offers
      for (const { contractorId } of offers) waiting.delete(contractorId)
    }
  }
  return new Set()
}

const openOffers = {
  $filter: { input: '$offers', as: 'offer', cond: { $in: ['$$offer.state', ['offered', 'accepted']] } },
}

function pushOffer(deps: OfferDeps, leadId: number, { contractorId, contractorName, at }: Reservation) {
  const offer: Offer = {
    contractorId,
    contractorName,
    state: 'offered',
    offeredAt: at,
    expiresAt: new Date(at.getTime() + deps.config.OFFER_HOURS * 3_600_000),
    decidedAt: null,
  }
  return LeadModel.findOneAndUpdate(
    {
      _id: leadId,
      status: { $in: pendingStatuses },
      'offers.contractorId': { $ne: contractorId },
      $expr: { $lt: [{ $size: openOffers }, maximumFirms] },
    },
    { $push: { offers: offer }, $set: { updatedAt: at } },
    { returnDocument: 'after', projection: 'offers' },
  ).lean()
}

/** A firm that has an offer keeps the reasons it was offered for; the rest learn why they have none. */
function explain(
  reasons: readonly MatchReason[],
  offers: readonly Offer[],
  earlier: readonly MatchReason[],
  capped: ReadonlySet<string>,
): MatchReason[] {
  const offered = new Set(offers.map(({ contractorId }) => contractorId))
  return reasons.map((reason) => {
    const { contractorId, matched } = reason
    if (offered.has(contractorId))
      return earlier.find((old) => old.contractorId === contractorId && old.matched) ?? reason
    if (!matched) return reason
    if (capped.has(contractorId))
      return { ...reason, matched: false, reasons: ['Could take no more leads by the time this one was matched'] }
    return { ...reason, reasons: [...reason.reasons, `Next in line: all ${maximumFirms} places are taken`] }
  })
}
