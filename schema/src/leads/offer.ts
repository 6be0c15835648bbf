/**
 * A job offered to one firm. `withdrawn`: taken back by us, see `withdrawalReasons`. `undeliverable`: the firm's
 * address refused the offer's mail, so it never heard of the job.
 */
export const offerStates = ['offered', 'accepted', 'declined', 'expired', 'withdrawn', 'undeliverable'] as const
export type OfferState = (typeof offerStates)[number]

/** Without one of these: all places are taken, or the firm cannot be reached. */
export const withdrawalReasons = ['lead-closed', 'by-staff'] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]

/** What happened to an offer and still has to be acted on: the event that a worker acts on it by. */
export type PendingEvent = { type: 'offer.made' | 'offer.accepted' | 'offer.declined' | 'offer.withdrawn'; at: Date }

export type Offer = {
  contractorId: string
  contractorName: string
  state: OfferState
  offeredAt: Date
  expiresAt: Date
  decidedAt: Date | null
  withdrawnBecause?: WithdrawalReason | null
  /**
   * Written with what happened and taken away when a worker has done all that follows from it; until then the sweep
   * asks for it again, whatever Redis remembers. Missing in older offers: they count as done.
   */
  pendingEvent?: PendingEvent | null
}

/** At most so many firms hold an offer or the homeowner's details at any time (docs/specification.md, 6.2). */
export const maximumFirms = 5

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
/** A number of firms as emails and pages write it: 'five'. */
export const countInWords = (count: number) => numbers[count] ?? String(count)

/** The reason in a lead's matching of a suitable firm for which no place was left. */
export const nextInLine = `Next in line: all ${maximumFirms} places are taken`

/** Hours a firm has to decide before the job goes to the next. */
export const offerHours = 24

const openStates: readonly OfferState[] = ['offered', 'accepted']

/** Places still free; declined, expired and withdrawn offers free theirs. */
export function freePlaces(offers: readonly Pick<Offer, 'state'>[]): number {
  return maximumFirms - offers.filter(({ state }) => openStates.includes(state)).length
}

/** How many times the firm had been offered this job before; each offer has a mail of its own. */
export function offerRound(offers: readonly Offer[], offer: Offer): number {
  return offers.filter(({ contractorId }) => contractorId === offer.contractorId).indexOf(offer)
}

/**
 * Firms that matching must not offer the job: whoever has had it. Only an offer that ended because the lead was closed
 * may be made again, once the lead is back: that firm never said no.
 */
export function firmsAsked(offers: readonly Offer[]): Set<string> {
  return new Set(offers.filter(({ withdrawnBecause }) => withdrawnBecause !== 'lead-closed').map((o) => o.contractorId))
}
