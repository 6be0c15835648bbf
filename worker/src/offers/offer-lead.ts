import { capPeriods } from '@kerbside/schema/contractors/caps'
import { checkFirms, ContractorModel, countOffer, toContractor } from '@kerbside/schema/contractors/contractor.model'
import type { MatchReason } from '@kerbside/schema/contractors/matching'
import { byTurn, turnAmong } from '@kerbside/schema/contractors/turns'
import { offerTimes } from '@kerbside/schema/contractors/working-hours'
import { isOpenToFirms } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { addOffers } from '@kerbside/schema/leads/write-offers.model'
import { firmsToAsk, newOffer, type Offer } from '@kerbside/schema/offers/offer'
import { hasJobAlready, noPlaceLeft, offersOfJob, placesOfJob, type JobLead } from '@kerbside/schema/same-job/same-job'
import { claimSameJob, findSameJob } from '@kerbside/schema/same-job/same-job.model'
import type { Settings } from '@kerbside/schema/settings/settings'
import { inTransaction } from '@kerbside/schema/transaction.model'
import type { ClientSession } from 'mongoose'
import type { Deps } from '../deps.ts'

type OfferDeps = Pick<Deps, 'now'> & { settings: () => Settings }

/**
 * Offers the free places of a lead to the firms whose turn it is, stores why each firm was or was not offered it,
 * and returns all its offers. Safe to repeat and to run concurrently: the lead, its firms and the other leads of the job
 * are read and written in one transaction, and of two that meet one begins again.
 */
export const offerToMatches = (deps: OfferDeps, leadId: number): Promise<Offer[]> =>
  inTransaction(async (session) => {
    const at = deps.now()
    const lead = await LeadModel.findById(leadId, null, { session }).lean()
    if (!lead) return []
    // An import is offered by hand only.
    if (!isOpenToFirms(lead) || lead.importId) return lead.offers

    const reasons = await checkFirms(lead, at, session)
    const others = await findSameJob(lead, session)
    const toAsk = firmsToAsk(reasons, offersOfJob(lead, others))
    const wanted = { hours: deps.settings().offerHours, places: placesOfJob(lead, others) }
    const fresh = await takeTurns(toAsk, wanted, at, session)
    const matching = explain(reasons, { lead, others, fresh })
    if (fresh.length === 0) {
      await LeadModel.updateOne({ _id: leadId }, { matching }, { session })
      return lead.offers
    }
    await claimSameJob(others, session)
    // The same rule as in `firmsAsked`.
    const asked = {
      contractorId: { $in: fresh.map(({ contractorId }) => contractorId) },
      withdrawnBecause: { $ne: 'lead-closed' },
    }
    const isWritten = await writeGuarded({ leadId, at, ...addOffers(fresh, asked), set: { matching } }, session)
    if (!isWritten) throw new Error(`Lead ${leadId} has no place for the offers that were made of it`)
    return [...lead.offers, ...fresh]
  })

type Wanted = { hours: number; places: number }

/** New offers for as many of these firms as there are places, those first whose turn it is; each is counted. */
async function takeTurns(
  candidateIds: readonly string[],
  { hours, places }: Wanted,
  at: Date,
  session: ClientSession,
): Promise<Offer[]> {
  const records = await ContractorModel.find({ _id: { $in: candidateIds } }, null, { session })
    .sort({ _id: 1 })
    .lean()
  const turn = turnAmong(records)
  const offers: Offer[] = []
  for (const record of records.toSorted(byTurn(records)).slice(0, Math.max(places, 0))) {
    const firm = toContractor(record)
    const counted = countOffer(record, capPeriods(firm, at), at, turn(record))
    await ContractorModel.updateOne({ _id: record._id }, counted, { session })
    const named = { contractorId: firm.id, contractorName: firm.name }
    offers.push(newOffer(named, at, { hours, ...offerTimes(firm, at) }))
  }
  return offers
}

type Outcome = {
  lead: LeadRecord
  others: readonly JobLead[]
  fresh: readonly Offer[]
}

/** A firm that was offered the lead before keeps the reasons of that time; the others get the reason why they have none. */
function explain(reasons: readonly MatchReason[], { lead, others, fresh }: Outcome): MatchReason[] {
  const earlier = new Set(lead.offers.map(({ contractorId }) => contractorId))
  const offered = new Set(fresh.map(({ contractorId }) => contractorId))
  return reasons.map((reason) => {
    const { contractorId, matched } = reason
    if (earlier.has(contractorId)) {
      return lead.matching.find((old) => old.contractorId === contractorId && old.matched) ?? reason
    }
    if (!matched || offered.has(contractorId)) return reason
    const already = hasJobAlready(contractorId, others)
    if (already) return { ...reason, matched: false, reasons: [already] }
    return { ...reason, reasons: [...reason.reasons, noPlaceLeft(lead, others)] }
  })
}
