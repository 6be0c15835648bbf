import { checkFirms, hadLead } from '@kerbside/schema/contractors/contractor.model'
import type { MatchReason } from '@kerbside/schema/contractors/matching'
import { isOpenToFirms } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { addOffers } from '@kerbside/schema/leads/write-offers.model'
import { firmsToAsk, newOffer, type Offer } from '@kerbside/schema/offers/offer'
import { hasJobAlready, noPlaceLeft, offersOfJob, placesOfJob, type JobLead } from '@kerbside/schema/same-job/same-job'
import { claimSameJob, findSameJob } from '@kerbside/schema/same-job/same-job.model'
import type { Settings } from '@kerbside/schema/settings/settings'
import mongoose, { type ClientSession } from 'mongoose'
import type { Deps } from '../deps.ts'
import { giveBack, reserveFirms, type Reservation } from './reserve-firm.ts'

type OfferDeps = Pick<Deps, 'now'> & { settings: () => Settings }

/** A round fails when another run has changed the lead meanwhile. */
const maxRounds = 20

/**
 * Offers the free places of a lead to the firms whose turn it is, stores why each firm was or was not offered it,
 * and returns all its offers. Safe to repeat and to run concurrently: firm and lead are each guarded by one atomic
 * update, and leads that are the same job by one transaction.
 */
export async function offerToMatches(deps: OfferDeps, leadId: number): Promise<Offer[]> {
  for (let round = 0; round < maxRounds; round += 1) {
    const lead = await LeadModel.findById(leadId).lean()
    if (!lead) return []
    // An import is offered by hand only.
    if (!isOpenToFirms(lead) || lead.importId) return lead.offers

    const [reasons, others] = await Promise.all([checkFirms(lead, deps.now()), findSameJob(lead)])
    const toAsk = firmsToAsk(reasons, offersOfJob(lead, others))
    const { taken, passedOver } = await reserveFirms(toAsk, placesOfJob(lead, others), deps.now)
    const fresh = taken.map((reservation) => offerOf(deps, reservation))
    const matching = explain(reasons, { lead, others, fresh, passedOver })
    if (await writeOffers(lead, others, { fresh, matching })) {
      await hadLead(taken)
      return [...lead.offers, ...fresh]
    }
    await Promise.all(taken.map(giveBack))
  }
  throw new Error(`Lead ${leadId} changed too often while it was matched`)
}

const offerOf = (
  { settings }: OfferDeps,
  { contractorId, contractorName, at, sendAt, digestDay }: Reservation,
): Offer =>
  newOffer({ contractorId, contractorName }, at, {
    hours: settings().offerHours,
    sendAt,
    ...(digestDay !== undefined && { digestDay }),
  })

type Others = Awaited<ReturnType<typeof findSameJob>>
type Wanted = { fresh: readonly Offer[]; matching: readonly MatchReason[] }

/** Stores all the offers or none. False when the places are taken, a firm has an offer already, or the lead is gone. */
async function writeOffers(lead: LeadRecord, others: Others, wanted: Wanted): Promise<boolean> {
  if (wanted.fresh.length === 0) {
    await LeadModel.updateOne({ _id: lead._id }, { matching: wanted.matching })
    return true
  }
  if (others.length === 0) return storeOffers(lead, wanted)
  return mongoose.connection.transaction(async (session) => {
    if ((await claimSameJob(others, session)) && (await storeOffers(lead, wanted, session))) return true
    await session.abortTransaction()
    return false
  })
}

async function storeOffers(lead: LeadRecord, { fresh, matching }: Wanted, session?: ClientSession): Promise<boolean> {
  const firms = fresh.map(({ contractorId }) => contractorId)
  // The same rule as in `firmsAsked`, because another run may have been quicker.
  const asked = { contractorId: { $in: firms }, withdrawnBecause: { $ne: 'lead-closed' } }
  const { guard, ...added } = addOffers(fresh, asked)
  // Another lead that is the same job has got no offers meanwhile.
  const unchanged = { jobRevision: lead.jobRevision ?? null, ...guard }
  const at = fresh[0]?.offeredAt ?? new Date()
  return writeGuarded({ leadId: lead._id, at, guard: unchanged, ...added, set: { matching } }, session)
}

type Outcome = {
  lead: LeadRecord
  others: readonly JobLead[]
  fresh: readonly Offer[]
  passedOver: ReadonlySet<string>
}

/** A firm that was offered the lead before keeps the reasons of that time; the others get the reason why they have none. */
function explain(reasons: readonly MatchReason[], { lead, others, fresh, passedOver }: Outcome): MatchReason[] {
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
    if (passedOver.has(contractorId)) {
      return { ...reason, matched: false, reasons: ['Could take no more leads by the time this one was matched'] }
    }
    return { ...reason, reasons: [...reason.reasons, noPlaceLeft(lead, others)] }
  })
}
