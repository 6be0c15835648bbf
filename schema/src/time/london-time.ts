import { countOf } from '../text.ts'
import { dayAndTimeIn, dayIn, momentIn } from './zone-time.ts'

const london = 'Europe/London'

/** A format on the clock of London, which is also that of Belfast and Dublin, summer time included. */
export const londonFormat = (options: Intl.DateTimeFormatOptions, locale = 'en-GB') =>
  new Intl.DateTimeFormat(locale, { timeZone: london, ...options })

/** YYYY-MM-DD: the calendar day in London. */
export const londonDay = (date: Date): string => dayIn(london, date)

/** '2026-11-22 14:05' on the clock of London: spreadsheets read it as a date. */
export const londonDayAndTime = (date: Date): string => dayAndTimeIn(london, date)

/** The moment at which London's clock shows this day (YYYY-MM-DD) and time (HH:MM), the first of two in autumn. */
export const londonMoment = (day: string, time: string): Date => momentIn(london, day, time)

/** The moment at which a calendar day (YYYY-MM-DD) begins in London. */
export const startOfLondonDay = (day: string): Date => londonMoment(day, '00:00')

/** The calendar day that is so many days after another, before it if negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * So many whole days in London: those that end with today, or as many days earlier. `to` is the last millisecond of a
 * period that is over, and missing of one that goes on.
 */
export function londonDays(now: Date, days: number, earlier = 0): { from: Date; to?: Date } {
  const end = dayAfter(londonDay(now), 1 - earlier)
  const from = startOfLondonDay(dayAfter(end, -days))
  return earlier === 0 ? { from } : { from, to: new Date(startOfLondonDay(end).getTime() - 1) }
}

const time = { day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
const longParts = { ...time, weekday: 'long', month: 'long' } as const
const longFormat = londonFormat(longParts)
const fullFormat = londonFormat({ ...longParts, year: 'numeric' })
const shortFormat = londonFormat({ ...time, weekday: 'short', month: 'short' })

/** Node and browsers of different age put a comma or 'at' before the time. */
const withAt = (text: string) => text.replace(/(?:,| at)? (?=\d\d:\d\d$)/, ' at ')

/** 'Tuesday 3 February at 14:05'. */
export const longDayAndTime = (date: Date): string => withAt(longFormat.format(date))

/** 'Tuesday 3 February 2027 at 14:05'. */
export const fullDayAndTime = (date: Date): string => withAt(fullFormat.format(date).replace(',', ''))

const dayFormat = londonFormat({ day: 'numeric', month: 'long', year: 'numeric' })
/** '3 February 2027'. */
export const longDay = (date: Date): string => dayFormat.format(date)

/** 'Fri 20 Nov, 14:05'. */
export const shortDayAndTime = (date: Date): string => shortFormat.format(date)

/** 'today', 'yesterday', 'three days ago': by the calendar of London. */
export function daysAgo(date: Date, now: Date): string {
  const days = Math.round((Date.parse(londonDay(now)) - Date.parse(londonDay(date))) / 86_400_000)
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${countOf(days, 'day')} ago`
}
