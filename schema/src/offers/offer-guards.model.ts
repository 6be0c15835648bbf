import { pendingStatuses } from '../leads/lead.ts'
import type { OfferState } from '../leads/offer.ts'

/** The rule of `isOpenToFirms`, as a guard of a write. */
export const openToFirms = { status: { $in: [...pendingStatuses] }, enoughQuotesAt: null, sharingStoppedAt: null }

/** How many offers of a lead are in one of these states, within an `$expr`. */
export const countOffers = (...states: OfferState[]) => ({
  $size: { $filter: { input: '$offers', as: 'offer', cond: { $in: ['$$offer.state', states] } } },
})
