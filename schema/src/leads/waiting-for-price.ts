import { isPending, type Lead } from './lead.ts'
import type { Offer } from '../offers/offer.ts'
import { chosenEstimate } from '../estimates/estimate.ts'

const dayMs = 86_400_000
const noticeAfterDays = 6

/**
 * What happens while a firm that accepted a job has sent no price: in the time from so many days after it accepted, until so
 * many. Who was away longer is told of the later one alone.
 */
export const priceSteps = [
  { from: 2, until: 4, kind: 'estimate-reminder', round: 0 },
  { from: 4, until: noticeAfterDays, kind: 'estimate-reminder', round: 1 },
  { from: noticeAfterDays, until: 8, kind: 'no-price-notice', round: 0 },
] as const

/** Between these moments firms accepted about whom something may be due now. */
export const priceStepsBetween = (now: Date) => ({
  $gt: new Date(now.getTime() - 8 * dayMs),
  $lte: new Date(now.getTime() - 2 * dayMs),
})

export const priceStepAt = (acceptedAt: Date, now: Date) => {
  const days = (now.getTime() - acceptedAt.getTime()) / dayMs
  return priceSteps.find(({ from, until }) => days >= from && days < until) ?? null
}

type Waiting = Pick<Lead, 'status' | 'estimates' | 'sharingStoppedAt' | 'erasedAt'>

/** Whether the homeowner waits for a price of the firm: it accepted, and sent neither a price nor a report. */
export const waitsForPrice = (
  { status, estimates = [], sharingStoppedAt, erasedAt }: Waiting,
  { state, contractorId, outcomes }: Pick<Offer, 'state' | 'contractorId' | 'outcomes'>,
): boolean =>
  state === 'accepted' &&
  isPending(status) &&
  !sharingStoppedAt &&
  !erasedAt &&
  (outcomes ?? []).length === 0 &&
  !chosenEstimate(estimates) &&
  !estimates.some((estimate) => estimate.contractorId === contractorId)

/** The firms that have sent neither a price nor a report for so long that the homeowner may give their place away. */
export const silentFirms = (lead: Waiting & Pick<Lead, 'offers'>, now: Date): Offer[] =>
  lead.offers.filter(
    (offer) =>
      waitsForPrice(lead, offer) &&
      offer.decidedAt !== null &&
      now.getTime() - offer.decidedAt.getTime() >= noticeAfterDays * dayMs,
  )

/** Staff look after a homeowner who waits for a price since a firm accepted before this moment, five days ago. */
export const unpricedSince = (now: Date): Date => new Date(now.getTime() - 5 * dayMs)
