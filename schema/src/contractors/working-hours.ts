import { dayAfter } from '../time/london-time.ts'
import { dayIn, momentIn, timeIn } from '../time/zone-time.ts'
import { weekdays, type Contractor } from './contractor.ts'

type Hours = Pick<Contractor, 'workingHours' | 'timeZone'>

/** When a firm that is closed opens again, by its own clock. Null while it is open, and if nobody knows its hours. */
export function opensAt({ workingHours, timeZone }: Hours, now: Date): Date | null {
  const today = dayIn(timeZone, now)
  const time = timeIn(timeZone, now)
  for (let days = 0; days <= 7; days += 1) {
    const day = dayAfter(today, days)
    const hours = workingHours.find((own) => own.day === weekdayOf(day))
    if (!hours) continue
    if (days > 0 || time < hours.from) return momentIn(timeZone, day, hours.from)
    if (time < hours.to) return null
  }
  return null
}

const weekdayOf = (day: string) => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]

type OutsideHours = Hours & Pick<Contractor, 'outsideHours'>
export type OfferTimes = OutsideHours & Pick<Contractor, 'offerEmails'>

/**
 * When firms get the email with all offers of a day: an hour before most councils allow noisy building work to begin, so
 * that it is read before the day's first job.
 */
export const digestTime = '07:00'

/**
 * The next digest after this moment, by the firm's own clock: on a day on which it works, on any day if nobody knows its
 * hours. A firm that wants no offers sent while it is closed gets it when it opens, if that is later.
 */
export function nextDigestAt({ workingHours, timeZone, outsideHours }: OutsideHours, now: Date): Date {
  const today = dayIn(timeZone, now)
  for (let days = 0; ; days += 1) {
    const day = dayAfter(today, days)
    const hours = workingHours.find((own) => own.day === weekdayOf(day))
    if (!hours && workingHours.length > 0) continue
    const isLater = outsideHours !== 'send' && hours !== undefined && hours.from > digestTime
    const at = momentIn(timeZone, day, isLater ? hours.from : digestTime)
    if (at > now) return at
  }
}

/** When the email of an offer that is made now goes out, if it waits for the digest or until the firm opens; else null. */
export function heldUntil(firm: OfferTimes, now: Date): Date | null {
  if (firm.offerEmails === 'daily') return nextDigestAt(firm, now)
  return firm.outsideHours === 'hold' ? opensAt(firm, now) : null
}

/** When the firm hears of an offer that is made now, and the day by its own clock whose digest tells of it, if one does. */
export function offerTimes(firm: OfferTimes, now: Date): { sendAt: Date | null; digestDay?: string } {
  const sendAt = heldUntil(firm, now)
  const isInDigest = firm.offerEmails === 'daily' && sendAt !== null
  return { sendAt, ...(isInDigest && { digestDay: dayIn(firm.timeZone, sendAt) }) }
}

/** When the firm opens again, if it is closed and the job is passed on to other firms meanwhile; else null. */
export const passedOnUntil = (firm: OutsideHours, now: Date): Date | null =>
  firm.outsideHours === 'pass-on' ? opensAt(firm, now) : null
