import type { MatchReason } from '../contractors/matching.ts'
import type { Rating } from '../contractors/rating.ts'
import type { JobOutcome } from './job-outcome.ts'

/**
 * The states of a job offered to one firm; what leads from one to another: schema/src/offers/offer-life.ts. `withdrawn`: taken back by Kerbside, see `withdrawalReasons`. `undeliverable`:
 * the firm's mail server rejected the offer's mail. `released`: it was accepted, and the homeowner gave the place to another firm.
 */
export const offerStates = [
  'offered',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'undeliverable',
  'released',
] as const
export type OfferState = (typeof offerStates)[number]

export const withdrawalReasons = ['lead-closed', 'by-staff', 'by-homeowner', 'places-taken', 'firm-barred'] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]

/** Why a firm declines, if it says so. */
export const offerDeclineReasons = ['too-far', 'too-busy', 'not-our-work', 'too-small'] as const
export type OfferDeclineReason = (typeof offerDeclineReasons)[number]

export const offerDeclineTexts: Record<OfferDeclineReason, string> = {
  'too-far': 'Too far away',
  'too-busy': 'Too busy',
  'not-our-work': 'Not our kind of work',
  'too-small': 'Too small a job',
}

export type Offer = {
  contractorId: string
  contractorName: string
  state: OfferState
  offeredAt: Date
  expiresAt: Date
  decidedAt: Date | null
  /** When its email goes out and the time to decide begins, if the firm was closed or gets a digest; missing: at once. */
  sendAt?: Date
  /** YYYY-MM-DD by the firm's clock: the digest in which it is; missing of an offer with an email of its own. */
  digestDay?: string
  withdrawnBecause?: WithdrawalReason | null
  declinedBecause?: OfferDeclineReason | null
  /** What the firm reported of the job after accepting it, oldest first; missing while it has reported nothing. */
  outcomes?: JobOutcome[] | null
  /** The homeowner's of the firm, for staff only; missing while there is none. Its text is empty once the details are erased. */
  rating?: Rating | null
}

/** The reason in a lead's matching of a suitable firm for which no place was left. */
export const nextInLine = (maximum: number) => `Next in line: all ${maximum} places are taken`
export const isNextInLine = (reason: string) => reason.startsWith('Next in line')

const openStates: readonly OfferState[] = ['offered', 'accepted']
export const takesPlace = ({ state }: Pick<Offer, 'state'>): boolean => openStates.includes(state)

type OfferedFirm = Pick<Offer, 'contractorId' | 'contractorName'>

/** An offer that is open for so many hours from when the firm hears of it: now, or when it opens. */
export function newOffer(
  firm: OfferedFirm,
  at: Date,
  { hours, sendAt, digestDay }: { hours: number; sendAt: Date | null; digestDay?: string },
): Offer {
  const expiresAt = new Date((sendAt ?? at).getTime() + hours * 3_600_000)
  const later = { ...(sendAt && { sendAt }), ...(digestDay !== undefined && { digestDay }) }
  return { ...firm, state: 'offered', offeredAt: at, expiresAt, decidedAt: null, ...later }
}

/** The states of offers to which the firm gave an answer. */
export const answeredStates = ['accepted', 'declined'] as const satisfies readonly OfferState[]

/** Whole minutes from when the firm heard of an offer to its answer, rounded up; null of one without. */
export function answerMinutesOf({ state, decidedAt, sendAt, offeredAt }: Offer): number | null {
  if (!answeredStates.some((answered) => answered === state) || decidedAt === null) return null
  return Math.max(0, Math.ceil((decidedAt.getTime() - (sendAt ?? offeredAt).getTime()) / 60_000))
}

/** Places still free; declined, expired and withdrawn offers free theirs. */
export const freePlaces = (lead: { maximumFirms: number; offers: readonly Pick<Offer, 'state'>[] }): number =>
  lead.maximumFirms - lead.offers.filter(takesPlace).length

/** How many times the firm had been offered this job before; each offer has an email of its own. */
export const offerRound = (offers: readonly Offer[], offer: Offer): number =>
  offers.filter(({ contractorId }) => contractorId === offer.contractorId).indexOf(offer)

/**
 * The firms that matching must not offer the job again: all that had an offer. An exception are offers that ended because
 * the lead was closed: when it is open again, those firms can be asked again, because they never said no.
 */
export const firmsAsked = (offers: readonly Offer[]): Set<string> =>
  new Set(offers.filter(({ withdrawnBecause }) => withdrawnBecause !== 'lead-closed').map((o) => o.contractorId))

/** The matched firms that the job can still be offered to, in matching's order: those that have waited longest first. */
export const firmsToAsk = (matching: readonly MatchReason[], offers: readonly Offer[]): string[] => {
  const asked = firmsAsked(offers)
  return matching.filter(({ matched, contractorId }) => matched && !asked.has(contractorId)).map((r) => r.contractorId)
}

/** Whether the contractor has the job: the last offer of it that it got is accepted. */
export const holdsJob = (offers: readonly Pick<Offer, 'contractorId' | 'state'>[], contractorId: string): boolean =>
  offers.findLast((offer) => offer.contractorId === contractorId)?.state === 'accepted'

/** The firms that have got the homeowner's details, in the order in which they accepted. */
export const firmsWithDetails = (offers: readonly Offer[]): Offer[] =>
  offers
    .filter(({ state }) => state === 'accepted')
    .toSorted((a, b) => (a.decidedAt ?? a.offeredAt).getTime() - (b.decidedAt ?? b.offeredAt).getTime())
