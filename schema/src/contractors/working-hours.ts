import { dayAfter } from '../london-time.ts'
import { dayIn, momentIn, timeIn } from '../zone-time.ts'
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

/** When the mail of an offer that is made now goes out, if the firm is closed and its offers are held; else null. */
export const heldUntil = (firm: OutsideHours, now: Date): Date | null =>
  firm.outsideHours === 'hold' ? opensAt(firm, now) : null

/** When the firm opens again, if it is closed and the job is passed on to other firms meanwhile; else null. */
export const passedOnUntil = (firm: OutsideHours, now: Date): Date | null =>
  firm.outsideHours === 'pass-on' ? opensAt(firm, now) : null
