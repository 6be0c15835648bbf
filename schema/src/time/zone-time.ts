// The clocks of other places, by the IANA names of their time zones, like `Europe/Dublin`.

const dayAndTime = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
const shortDay = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** Making a format takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${locale}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formats.set(key, made)
  return made
}

/** '2026-11-22 14:05'. */
export const dayAndTimeIn = (timeZone: string, date: Date): string =>
  formatIn(timeZone, 'sv-SE', dayAndTime).format(date)

/** YYYY-MM-DD: the calendar day there. */
export const dayIn = (timeZone: string, date: Date): string => dayAndTimeIn(timeZone, date).slice(0, 10)

/** HH:MM on the clock there. */
export const timeIn = (timeZone: string, date: Date): string => dayAndTimeIn(timeZone, date).slice(11)

/** 'Mon 23 Nov, 08:00 (Europe/Dublin)'. */
export const shortDayAndTimeIn = (timeZone: string, date: Date): string =>
  `${formatIn(timeZone, 'en-GB', shortDay).format(date)} (${timeZone})`

/** YYYY-MM-DD: the Monday of the calendar week there. */
export function weekIn(timeZone: string, date: Date): string {
  const day = new Date(`${dayIn(timeZone, date)}T00:00:00Z`)
  const daysSinceMonday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - daysSinceMonday * 86_400_000).toISOString().slice(0, 10)
}

/**
 * The moment at which the clock there shows this day (YYYY-MM-DD) and time (HH:MM): the first of two when the clock goes
 * back, and as long after the change as the time is past it when the clock skips it.
 */
export function momentIn(timeZone: string, day: string, time: string): Date {
  const wanted = Date.parse(`${day}T${time}Z`)
  const aheadAt = (moment: number) =>
    Date.parse(`${dayAndTimeIn(timeZone, new Date(moment)).replace(' ', 'T')}Z`) - moment
  const [before, after] = [aheadAt(wanted - 86_400_000), aheadAt(wanted + 86_400_000)]
  const moments = [wanted - before, wanted - after].filter((moment) => aheadAt(moment) === wanted - moment)
  return new Date(moments.length > 0 ? Math.min(...moments) : wanted - before)
}

/** Names of places, not offsets: only those follow the clock changes. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z][\w+-]*(?:\/[\w+-]+)*$/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
