import type { ClientSession, QueryFilter } from 'mongoose'
import { offerDecided, offersChanged, type OfferEventType, type OutboxEvent } from '../events/event.jobs.ts'
import { maximumOutcomes, type FirmReport } from '../offers/job-outcome.ts'
import { pendingStatuses } from './lead.ts'
import type { LeadRecord } from './lead.model.ts'
import { writeGuarded, type LeadWrite } from './write-lead.model.ts'
import { maximumFirmsExpression, type Offer, type OfferState } from '../offers/offer.ts'
import { stepOf, type OfferHappening } from '../offers/offer-life.ts'

// The only code that writes offers of leads. Most of it gives parts of an update, which callers join with what else they
// write, so that a change and its offers are one write.

/** The rule of `isOpenToFirms`, as a guard of a write. */
export const openToFirms = { status: { $in: [...pendingStatuses] }, enoughQuotesAt: null, sharingStoppedAt: null }

/** How many offers of a lead are in one of these states, within an `$expr`. */
export const countOffers = (...states: OfferState[]) => ({
  $size: { $filter: { input: '$offers', as: 'offer', cond: { $in: ['$$offer.state', states] } } },
})

/** New offers of an open lead with places for all of them. `unless` describes an offer that forbids it. */
export function addOffers(offers: readonly Offer[], unless: Record<string, unknown>) {
  const places = { $add: [countOffers('offered', 'accepted'), offers.length] }
  return {
    guard: {
      ...openToFirms,
      offers: { $not: { $elemMatch: unless } },
      $expr: { $lte: [places, maximumFirmsExpression] },
    } satisfies QueryFilter<LeadRecord>,
    push: { offers: { $each: [...offers] } },
    /** Other leads that are the same job see by it that this one has got offers. */
    inc: { jobRevision: 1 },
  }
}

type Ended = Required<Pick<LeadWrite, 'guard' | 'set' | 'arrayFilters'>> & { event: OutboxEvent }

/**
 * What ends the open offer of one firm, or all of a lead without a firm, as things are at the moment of the write. `guard`:
 * there is at least one offer to which this can happen now.
 */
export function endOffers(happening: OfferHappening, leadId: number, at: Date, contractorId?: string): Ended {
  const { from = 'offered', to: state, because, time, publishes } = stepOf(happening)
  const open = {
    state: from,
    ...(contractorId !== undefined && { contractorId }),
    ...(time && { expiresAt: time === 'running' ? { $gt: at } : { $lte: at } }),
  }
  const changes = {
    state,
    decidedAt: at,
    ...(because && { withdrawnBecause: because }),
  }
  return {
    guard: { offers: { $elemMatch: open } },
    set: Object.fromEntries(Object.entries(changes).map(([name, value]) => [`offers.$[open].${name}`, value])),
    arrayFilters: [Object.fromEntries(Object.entries(open).map(([name, value]) => [`open.${name}`, value]))],
    event: eventOf(publishes, leadId, at, contractorId),
  }
}

function eventOf(type: OfferEventType, leadId: number, at: Date, contractorId = ''): OutboxEvent {
  const isOfOneFirm = type === 'offer.accepted' || type === 'offer.declined'
  return isOfOneFirm ? offerDecided(type, leadId, contractorId, at) : offersChanged(type, leadId, at)
}

type Ending = { leadId: number; at: Date; contractorId?: string }

/** Ends open offers of a lead with nothing else to write. The event that it caused; null when there are none any more. */
export async function writeEnded(
  happening: OfferHappening,
  { leadId, at, contractorId }: Ending,
  session?: ClientSession,
): Promise<OutboxEvent | null> {
  const { event, ...ended } = endOffers(happening, leadId, at, contractorId)
  return (await writeGuarded({ leadId, at, ...ended, events: [event] }, session)) ? event : null
}

const ownOf = (contractorId: string) => [{ 'own.contractorId': contractorId, 'own.state': 'accepted' }]

/** What a firm that has accepted reports of the job. */
export const addOutcome = ({ contractorId, outcome }: FirmReport) => ({
  push: { 'offers.$[own].outcomes': { $each: [outcome], $slice: -maximumOutcomes } },
  arrayFilters: ownOf(contractorId),
})

/** What the homeowner thinks of a firm that has accepted. */
export const setRating = (contractorId: string, rating: NonNullable<Offer['rating']>) => ({
  set: { 'offers.$[own].rating': rating },
  arrayFilters: ownOf(contractorId),
})

/** The offers of a lead whose homeowner is erased: without what they wrote of the firms. */
export const withoutRatingTexts = (offers: readonly Offer[]): Offer[] =>
  offers.map(({ rating, ...offer }) => ({ ...offer, ...(rating && { rating: { ...rating, text: '' } }) }))
