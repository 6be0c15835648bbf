/**
 * A job offered to one firm. `withdrawn`: the homeowner has enough, or all places are taken. `undeliverable`: the firm's
 * address refused the offer's mail, so it never heard of the job.
 */
export const offerStates = ['offered', 'accepted', 'declined', 'expired', 'withdrawn', 'undeliverable'] as const
export type OfferState = (typeof offerStates)[number]

export type Offer = {
  contractorId: string
  contractorName: string
  state: OfferState
  offeredAt: Date
  expiresAt: Date
  decidedAt: Date | null
}

/** At most so many firms hold an offer or the homeowner's details at any time (design: five). */
export const maximumFirms = 5

/** Hours a firm has to decide before the job goes to the next. */
export const offerHours = 24

const openStates: readonly OfferState[] = ['offered', 'accepted']

/** Places still free; declined, expired and withdrawn offers free theirs. */
export function freePlaces(offers: readonly Pick<Offer, 'state'>[]): number {
  return maximumFirms - offers.filter(({ state }) => openStates.includes(state)).length
}
