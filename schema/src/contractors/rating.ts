import { startOfLondonDay } from '../time/london-time.ts'

/** What a homeowner says of a firm that had their details. */
export type Rating = { stars: number; text: string; at: Date }

/** All ratings of a firm. */
export type RatingTotals = { count: number; sum: number }

export const ratingLimits = { characters: 500, stars: 5 } as const

/** Days from when a firm got the details until it can be rated. */
const rateAfterDays = 14

/** Below so many ratings the average of a firm is for staff only. */
const publicFrom = 10

type Accepted = { state: string; decidedAt: Date | null; offeredAt: Date }

/** From when the homeowner may rate the firm of an accepted offer: from the day on which its agreed work starts, if that is earlier. */
export function rateFrom({ decidedAt, offeredAt }: Accepted, startDay: string | null): Date {
  const later = new Date((decidedAt ?? offeredAt).getTime() + rateAfterDays * 86_400_000)
  const start = startDay === null ? later : startOfLondonDay(startDay)
  return start < later ? start : later
}

export const mayRate = (offer: Accepted, startDay: string | null, now: Date): boolean =>
  offer.state === 'accepted' && rateFrom(offer, startDay) <= now

/** The average, to one decimal place; null without a rating. */
export const averageOf = (totals: RatingTotals | null | undefined): number | null =>
  totals && totals.count > 0 ? Math.round((totals.sum / totals.count) * 10) / 10 : null

/** '4.6 of 5 stars, from 12 homeowners': what homeowners are shown of a firm. Null while it has too few ratings. */
export function publicRating(totals: RatingTotals | null | undefined): string | null {
  const average = averageOf(totals)
  if (!totals || average === null || totals.count < publicFrom) return null
  return `${average.toFixed(1)} of ${ratingLimits.stars} stars, from ${totals.count} homeowners`
}
