const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const locale = 'en-GB'
const dateFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

export const formatDate = (at: string | Date) => dateFormat.format(new Date(at))
export const formatTime = (at: string | Date) => timeFormat.format(new Date(at))
export const formatDateTime = (at: string | Date) => `${formatDate(at)}, ${formatTime(at)}`

/** The time of a moment of today, date and time of any other. */
export function formatSince(since: string | Date, now = new Date()): string {
  const isToday = new Date(since).toDateString() === now.toDateString()
  return isToday ? formatTime(since) : formatDateTime(since)
}

/** As a date field has it: the day where the person is; empty without a date. */
export function dayOf(at: string | Date | null): string {
  if (at === null) return ''
  const date = new Date(at)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** When a day of the filter begins or ends; a moment is itself. Null for what is neither. */
export function momentOf(text: string, end: 'from' | 'to'): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text)) return null
  const at = new Date(isDay(text) ? `${text}T${end === 'from' ? '00:00:00.000' : '23:59:59.999'}` : text)
  return Number.isNaN(at.getTime()) ? null : at
}

/** What an active filter shows of a day or a moment. */
export function shownMoment(text: string, end: 'from' | 'to'): string {
  const at = momentOf(text, end)
  if (at === null) return text
  return isDay(text) ? formatDate(at) : formatDateTime(at)
}

/** 'just now', '5 minutes ago', '3 hours ago', 'yesterday', '6 days ago', 'last month', '2 years ago'. */
export function formatAgo(at: string | Date, now = new Date()): string {
  const age = now.getTime() - new Date(at).getTime()
  if (age < minute) return 'just now'
  if (age < hour) return relative.format(-Math.floor(age / minute), 'minute')
  if (age < day) return relative.format(-Math.floor(age / hour), 'hour')
  const days = calendarDaysBetween(new Date(at), now)
  if (days < 31) return relative.format(-days, 'day')
  return days < 365
    ? relative.format(-Math.floor(days / 30.5), 'month')
    : relative.format(-Math.floor(days / 365), 'year')
}

/** Last sign-in (docs/specification.md, 8.5): Today, Yesterday, N days ago up to 7 days, then a date. */
export function formatLastSeen(at: string | Date | null, now = new Date()): string {
  if (at === null) return 'Never'
  const days = calendarDaysBetween(new Date(at), now)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return days <= 7 ? `${days} days ago` : formatDate(at)
}

function calendarDaysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  // Rounded, because a day on which the clocks change has 23 or 25 hours.
  return Math.round((midnight(to) - midnight(from)) / day)
}

/** '45 min', '1 h 59 min'. */
export function formatMinutes(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** '40 seconds', '2 minutes'; rounded up, so that trying after it works. */
export function formatWait(seconds: number): string {
  const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (seconds < 60) return plural(Math.max(1, Math.ceil(seconds)), 'second')
  return seconds <= 7_200 ? plural(Math.ceil(seconds / 60), 'minute') : plural(Math.ceil(seconds / 3_600), 'hour')
}
