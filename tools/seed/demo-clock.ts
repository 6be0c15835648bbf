import { londonFormat } from '@kerbside/schema/time/london-time'

/** The hours that people keep, in London: demo times must be ones at which somebody would have done that. */
const format = londonFormat({ weekday: 'short', hour: '2-digit', hourCycle: 'h23' })

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export type Hours = { days: RegExp; from: number; to: number }

/** When homeowners fill in forms. */
export const waking: Hours = { days: /./, from: 7.5, to: 21.5 }
/** When firms read their emails. */
export const trading: Hours = { days: /./, from: 7, to: 20 }
/** When staff are at their desks. */
export const office: Hours = { days: /^(?!S)/, from: 8.5, to: 17.5 }

export function isWithin({ days, from, to }: Hours, at: Date): boolean {
  const { weekday, hours } = londonHour(Math.floor(at.getTime() / hour))
  const moment = hours + (at.getTime() % hour) / hour
  return days.test(weekday) && moment >= from && moment < to
}

const known = new Map<number, { weekday: string; hours: number }>()

/** London differs from UTC by whole hours; asking for each hour once makes going through weeks quick. */
function londonHour(number: number): { weekday: string; hours: number } {
  const found = known.get(number)
  if (found) return found
  const parts = new Map(format.formatToParts(number * hour).map(({ type, value }) => [type, value]))
  const made = { weekday: parts.get('weekday') ?? '', hours: Number(parts.get('hour')) }
  known.set(number, made)
  return made
}

const step = 5 * minute

/** This moment, or the first one within the hours after it. */
export function nextWithin(hours: Hours, from: Date): Date {
  let at = from
  while (!isWithin(hours, at)) at = new Date(at.getTime() + step)
  return at
}

/** Goes back by so many minutes of the hours; those outside them do not count. */
export function backWithin(hours: Hours, from: Date, minutes: number): Date {
  let at = from.getTime()
  for (let left = minutes * minute; left > 0 || !isWithin(hours, new Date(at)); at -= step) {
    if (isWithin(hours, new Date(at))) left -= step
  }
  return new Date(at)
}
