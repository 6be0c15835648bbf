import { checkFirms } from '@kerbside/schema/contractors/contractor.model'
import type { MatchReason } from '@kerbside/schema/contractors/matching'
import { isOpenToFirms } from '@kerbside/schema/leads/lead'
import { countOffers, LeadModel, openToFirms, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import {
  firmsToAsk,
  freePlaces,
  maximumFirmsExpression,
  maximumFirmsOf,
  nextInLine,
  offerRound,
  type Offer,
} from '@kerbside/schema/leads/offer'
import type { Settings } from '@kerbside/schema/settings/settings'
import { queueDeliveries } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'
import { giveBack, reserveLongestWaiting, type Reservation } from './reserve-firm.ts'

type OfferDeps = Pick<Deps, 'now'> & { settings: () => Settings }

/** A round fails when another run has changed the lead meanwhile. */
const maxRounds = 20

/**
 * Offers the free places of a lead to the firms that have waited longest, stores why each firm was or was not offered it,
 * and returns all its offers. Safe to repeat and to run concurrently: firm and lead are each guarded by one atomic
 * update.
 */
export async function offerLead(deps: OfferDeps, leadId: number): Promise<Offer[]> {
  for (let round = 0; round < maxRounds; round += 1) {
    const lead = await LeadModel.findById(leadId).lean()
    if (!lead) return []
    // An import is offered by hand only.
    if (!isOpenToFirms(lead) || lead.importId) return lead.offers

    const seenAt = deps.now()
    const reasons = await checkFirms(lead, seenAt)
    const { taken, passedOver } = await reservePlaces(deps, lead, { reasons, seenAt })
    const fresh = taken.map((reservation) => offerOf(deps, reservation))
    const matching = explain(reasons, { lead, fresh, passedOver })
    if (await writeOffers(leadId, fresh, matching)) return [...lead.offers, ...fresh]
    await Promise.all(taken.map(giveBack))
  }
  throw new Error(`Lead ${leadId} changed too often while it was matched`)
}

type CheckedFirms = { reasons: readonly MatchReason[]; seenAt: Date }
type Reserved = { taken: Reservation[]; passedOver: ReadonlySet<string> }

/** `passedOver`: firms that matched but could take no more leads when their turn came. */
async function reservePlaces(
  { now }: OfferDeps,
  lead: LeadRecord,
  { reasons, seenAt }: CheckedFirms,
): Promise<Reserved> {
  const waiting = new Set(firmsToAsk(reasons, lead.offers))
  const taken: Reservation[] = []
  while (taken.length < freePlaces(lead) && waiting.size > 0) {
    const reservation = await reserveLongestWaiting([...waiting], now(), seenAt)
    if (reservation === null) return { taken, passedOver: waiting }
    waiting.delete(reservation.contractorId)
    taken.push(reservation)
  }
  return { taken, passedOver: new Set() }
}

function offerOf({ settings }: OfferDeps, { contractorId, contractorName, at }: Reservation): Offer {
  const expiresAt = new Date(at.getTime() + settings().offerHours * 3_600_000)
  return { contractorId, contractorName, state: 'offered', offeredAt: at, expiresAt, decidedAt: null }
}

/** Stores all the offers or none. False when the places are taken, a firm has an offer already, or the lead is gone. */
async function writeOffers(
  leadId: number,
  fresh: readonly Offer[],
  matching: readonly MatchReason[],
): Promise<boolean> {
  const [first] = fresh
  if (!first) {
    await LeadModel.updateOne({ _id: leadId }, { matching })
    return true
  }
  const firms = fresh.map(({ contractorId }) => contractorId)
  const { matchedCount } = await LeadModel.updateOne(
    {
      _id: leadId,
      ...openToFirms,
      // The same rule as in `firmsAsked`, because another run may have been quicker.
      offers: { $not: { $elemMatch: { contractorId: { $in: firms }, withdrawnBecause: { $ne: 'lead-closed' } } } },
      $expr: { $lte: [{ $add: [countOffers('offered', 'accepted'), fresh.length] }, maximumFirmsExpression] },
    },
    { $push: { offers: { $each: fresh } }, $set: { matching, updatedAt: first.offeredAt } },
  )
  return matchedCount === 1
}

type Outcome = { lead: LeadRecord; fresh: readonly Offer[]; passedOver: ReadonlySet<string> }

/** A firm that was offered the lead before keeps the reasons of that time; the others get the reason why they have none. */
function explain(reasons: readonly MatchReason[], { lead, fresh, passedOver }: Outcome): MatchReason[] {
  const earlier = new Set(lead.offers.map(({ contractorId }) => contractorId))
  const offered = new Set(fresh.map(({ contractorId }) => contractorId))
  return reasons.map((reason) => {
    const { contractorId, matched } = reason
    if (earlier.has(contractorId)) {
      return lead.matching.find((old) => old.contractorId === contractorId && old.matched) ?? reason
    }
    if (!matched || offered.has(contractorId)) return reason
    if (passedOver.has(contractorId)) {
      return { ...reason, matched: false, reasons: ['Could take no more leads by the time this one was matched'] }
    }
    return { ...reason, reasons: [...reason.reasons, nextInLine(maximumFirmsOf(lead))] }
  })
}

/** Queues an email for every open offer of a lead, also for those that a killed run left without one. */
export async function queueOpenOffers(
  deps: Pick<Deps, 'now' | 'config' | 'enqueueAll'>,
  leadId: number,
  offers: readonly Offer[],
): Promise<void> {
  const open = offers.filter(({ state }) => state === 'offered')
  await queueDeliveries(
    deps,
    open.map((offer) => ({
      leadId,
      kind: 'offer',
      contractorId: offer.contractorId,
      round: offerRound(offers, offer),
    })),
  )
}
