import { dayAfter } from '../time/london-time.ts'
import { dayIn, weekIn } from '../time/zone-time.ts'
import type { Contractor } from './contractor.ts'
import { heldUntil, type OfferTimes } from './working-hours.ts'

/** The day (YYYY-MM-DD) and the week (its Monday) for which an offer counts, by the firm's own clock. */
export type CapPeriods = { day: string; week: string }

/** Offers made on a day and in a week. */
export type OfferCounts = { offersOn: { day: string; count: number }; offersInWeek: { week: string; count: number } }

/** The periods in which an offer that is made now counts. One that waits counts for the day on which the firm hears of it. */
export function capPeriods(firm: OfferTimes, now: Date): CapPeriods {
  const at = heldUntil(firm, now) ?? now
  return { day: dayIn(firm.timeZone, at), week: weekIn(firm.timeZone, at) }
}

/**
 * A stored count goes on while it is of the current day or week, and when it is of a later one: by an offer that is held,
 * or by a worker whose clock is ahead. What is more than a week ahead was counted by a clock that was wrong.
 */
const isCounted = (stored: string, current: string) => stored >= current && stored <= dayAfter(current, 7)

/** How many offers a firm has had in these periods. */
export function countedOffers({ offersOn, offersInWeek }: OfferCounts, { day, week }: CapPeriods) {
  return {
    offersToday: isCounted(offersOn.day, day) ? offersOn.count : 0,
    offersThisWeek: isCounted(offersInWeek.week, week) ? offersInWeek.count : 0,
  }
}

/** The counts with one more offer in these periods. */
export function withOneMore(counts: OfferCounts, { day, week }: CapPeriods): OfferCounts {
  const { offersToday, offersThisWeek } = countedOffers(counts, { day, week })
  return {
    offersOn: { day: offersToday > 0 ? counts.offersOn.day : day, count: offersToday + 1 },
    offersInWeek: { week: offersThisWeek > 0 ? counts.offersInWeek.week : week, count: offersThisWeek + 1 },
  }
}

type Capped = Pick<Contractor, 'dailyCap' | 'weeklyCap'> & { offersToday: number; offersThisWeek: number }

/** The caps that leave no room for one more offer, in words. */
export const capsReached = ({ dailyCap, weeklyCap, offersToday, offersThisWeek }: Capped): string[] => [
  ...(offersToday >= dailyCap ? [`Daily cap of ${dailyCap} reached`] : []),
  ...(weeklyCap !== null && offersThisWeek >= weeklyCap ? [`Weekly cap of ${weeklyCap} reached`] : []),
]
