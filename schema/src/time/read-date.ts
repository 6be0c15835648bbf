import { dayAfter, londonMoment } from './london-time.ts'

/** A calendar day (YYYY-MM-DD) with a time (HH:MM, perhaps with seconds) and perhaps a zone, as it was written. */
type Written = { day: string; time: string; zone: string | null }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const timePart = String.raw`(?:[T,]?\s*(?:at\s+)?(?<hour>\d{1,2})(?:[:.](?<minute>\d\d)(?::(?<second>\d\d(?:\.\d+)?))?)?\s*(?<half>[ap]\.?m\.?)?\s*(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?)?`
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const year = String.raw`(?<year>\d{4}|\d\d)`
const shapes = [
  String.raw`(?<year>\d{4})(?<gap>[/.-])(?<month>\d{1,2})\k<gap>(?<day>\d{1,2})`,
  String.raw`${day}(?<gap>[/.-])(?<month>\d{1,2})\k<gap>${year}`,
  String.raw`(?:[a-z]+,?\s+)?${day}[\s-]+(?<name>[a-z]{3,9})\.?,?[\s-]+${year}`,
].map((shape) => new RegExp(`^${shape}${timePart}$`, 'i'))

/** Days from 30 December 1899, which is how spreadsheets count: of this century. */
const serial = /^([3-6]\d{4})(?:\.(\d+))?$/

function readWritten(text: string): Written | null {
  const typed = text.trim()
  const [, days, fraction] = serial.exec(typed) ?? []
  if (days !== undefined) {
    const minutes = Math.round(Number(`0.${fraction ?? 0}`) * 1_440)
    return {
      day: dayAfter('1899-12-30', Number(days)),
      time: clock(Math.floor(minutes / 60), minutes % 60),
      zone: null,
    }
  }
  for (const shape of shapes) {
    const found = shape.exec(typed)?.groups
    if (found) return toWritten(found)
  }
  return null
}

function toWritten(found: { [part: string]: string | undefined }): Written | null {
  const { year: typedYear = '', name, hour, minute, second, half, zone = null } = found
  const month = name === undefined ? Number(found['month']) : months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const isoDay = [typedYear.length === 2 ? `20${typedYear}` : typedYear, two(month), two(Number(found['day']))].join(
    '-',
  )
  // A day that no month has would become one of the next.
  if (month < 1 || month > 12 || Number.isNaN(Date.parse(isoDay)) || dayAfter(isoDay, 0) !== isoDay) return null
  if (hour === undefined) return { day: isoDay, time: '00:00', zone: null }
  if (minute === undefined && half === undefined) return null
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
  if (hours > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) >= 60) return null
  return { day: isoDay, time: clock(hours, Number(minute ?? 0)) + (second ? `:${second}` : ''), zone }
}

const two = (value: number) => String(value).padStart(2, '0')
const clock = (hours: number, minutes: number) => `${two(hours)}:${two(minutes)}`

/**
 * The calendar day (YYYY-MM-DD) in a text as spreadsheets of this country write it: 31/03/2026, 3/4/26, 31 Mar 2026,
 * 2026-03-31, or the number of a day. Null for anything else, a day that does not exist among it.
 */
export const readDay = (text: string): string | null => readWritten(text)?.day ?? null

/** The same with a time, 31/03/2026 14:05 or 2.05 pm, on London's clock unless it names a zone. */
export function readMoment(text: string): Date | null {
  const written = readWritten(text)
  if (!written) return null
  const { day: onDay, time, zone } = written
  if (zone === null) {
    const [, minutes = time, seconds = '0'] = /^(\d\d:\d\d):(\d\d(?:\.\d+)?)$/.exec(time) ?? []
    return new Date(londonMoment(onDay, minutes).getTime() + Number(seconds) * 1_000)
  }
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...)(\d\d)$/, '$1:$2') : 'Z'
  return new Date(`${onDay}T${time}${offset}`)
}
