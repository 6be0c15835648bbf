import type { ClientSession, QueryFilter } from 'mongoose'
import { offerDecided, offersChanged, putOff, type OfferEventType, type OutboxEvent } from '../events/event.jobs.ts'
import { maximumOutcomes, type FirmReport } from '../offers/job-outcome.ts'
import { pendingStatuses } from './lead.ts'
import type { LeadRecord } from './lead.model.ts'
import { writeGuarded, type LeadWrite } from './write-lead.model.ts'
import { type Offer, type OfferDeclineReason, type OfferState } from '../offers/offer.ts'
import { offerLife, stepOf, type OfferEnding } from '../offers/offer-life.ts'
import { undoMs } from '../time/undo.ts'

// The only code that writes offers of leads. Most of it gives parts of an update, which callers join with what else they
// write, so that a change and its offers are one write.

/** The rule of `isOpenToFirms`, as a guard of a write. */
export const openToFirms = { status: { $in: [...pendingStatuses] }, enoughQuotesAt: null, sharingStoppedAt: null }

/** The contractor has the job, and the homeowner wants contact: the rule of `holdsJob`, as a guard of a write. */
export const heldBy = (contractorId: string) => ({
  sharingStoppedAt: null,
  offers: { $elemMatch: { contractorId, state: 'accepted' as const } },
})

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
      $expr: { $lte: [places, '$maximumFirms'] },
    } satisfies QueryFilter<LeadRecord>,
    push: { offers: { $each: [...offers] } },
  }
}

type Ended = Required<Pick<LeadWrite, 'guard' | 'set' | 'arrayFilters'>> & { event: OutboxEvent }

/**
 * What ends the open offer of one firm, or all of a lead without a firm, as things are at the moment of the write. `guard`:
 * there is at least one offer to which this can happen now.
 */
export function endOffers(happening: OfferEnding, leadId: number, at: Date, contractorId?: string): Ended {
  const { from = 'offered', to: state, because, time, waits = 0 } = stepOf(happening)
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
    event: putOff(eventOf(offerLife[happening].publishes, leadId, at, contractorId), waits),
  }
}

function eventOf(type: OfferEventType, leadId: number, at: Date, contractorId = ''): OutboxEvent {
  const isOfOneFirm = type === 'offer.accepted' || type === 'offer.declined'
  return isOfOneFirm ? offerDecided(type, leadId, contractorId, at) : offersChanged(type, leadId, at)
}

type FirmsNo = { leadId: number; at: Date; contractorId: string; because: OfferDeclineReason | null }

/** A firm's no, perhaps with the reason. */
export function declineOffer({ leadId, at, contractorId, because }: FirmsNo): Ended {
  const { set, ...ended } = endOffers('firm declines', leadId, at, contractorId)
  return { ...ended, set: { ...set, ...(because && { 'offers.$[open].declinedBecause': because }) } }
}

type TakenBack = { leadId: number; at: Date; offer: Pick<Offer, 'contractorId' | 'decidedAt'> }

/**
 * Opens an offer again whose firm takes its no back: in time, on an open lead whose place for it is free, and while nothing
 * has followed from the no. Its event goes with the write, so that the place goes to nobody else for it.
 */
export function takeNoBack({ leadId, at, offer: { contractorId, decidedAt } }: TakenBack) {
  const { from: state, to } = stepOf('firm takes its no back')
  const latest = new Date(at.getTime() - undoMs)
  const own = { contractorId, state, expiresAt: { $gt: at }, decidedAt: { $eq: decidedAt, $gt: latest } }
  const event = offerDecided('offer.declined', leadId, contractorId, decidedAt ?? at).id
  const holds = { contractorId, state: { $in: ['offered', 'accepted'] } }
  const hasPlace = { $lt: [countOffers('offered', 'accepted'), '$maximumFirms'] }
  const guard = {
    ...openToFirms,
    'outbox.id': event,
    $and: [{ offers: { $elemMatch: own } }, { offers: { $not: { $elemMatch: holds } } }],
    $expr: hasPlace,
  }
  return {
    guard: guard as QueryFilter<LeadRecord>,
    set: {
      'offers.$[own].state': to,
      'offers.$[own].decidedAt': null,
      'offers.$[own].declinedBecause': null,
    },
    arrayFilters: [Object.fromEntries(Object.entries(own).map(([name, value]) => [`own.${name}`, value]))],
    pull: { outbox: { id: event } },
  } satisfies Partial<LeadWrite>
}

type Ending = { leadId: number; at: Date; contractorId?: string }

/** Ends open offers of a lead with nothing else to write. The event that it caused; null when there are none any more. */
export async function writeEnded(
  happening: OfferEnding,
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
