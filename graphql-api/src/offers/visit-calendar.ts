import { formatPhone } from '@kerbside/schema/contact'
import { invalid } from '@kerbside/schema/errors'
import { londonMoment } from '@kerbside/schema/time/london-time'
import type { OfferScreen } from './offers.service.ts'

const visitMs = 3_600_000

/**
 * The visit as an entry of the firm's calendar (RFC 5545), for as long as the page of the job shows the contact details;
 * 404 otherwise. `at`: as London's clock shows it. The same job has the same entry, so that a later time moves it.
 */
export function visitCalendar(
  screen: OfferScreen,
  { at = '', job }: { at: string | undefined; job: string },
): Response {
  if (screen.kind !== 'accepted' || !screen.contact) return new Response(null, { status: 404 })
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(at) ?? []
  const start = day && time && !Number.isNaN(Date.parse(`${day}T${time}Z`)) ? londonMoment(day, time) : null
  if (start === null) throw invalid('at', 'Choose a day and a time')
  const { fullName, mobile, email, postcode } = screen.contact
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kerbside//Jobs//EN',
    'BEGIN:VEVENT',
    `UID:visit-${screen.reference}@kerbside`,
    `DTSTAMP:${stamp(screen.now)}`,
    `SEQUENCE:${Math.floor(screen.now.getTime() / 1_000)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(new Date(start.getTime() + visitMs))}`,
    `SUMMARY:${escaped(`Visit ${fullName} (${screen.reference})`)}`,
    ...(postcode ? [`LOCATION:${escaped(postcode)}`] : []),
    `DESCRIPTION:${escaped([mobile && formatPhone(mobile, 'national'), email, job].filter(Boolean).join('\n'))}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return new Response(lines.map((line) => `${folded(line)}\r\n`).join(''), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `inline; filename="${screen.reference}.ics"`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  })
}

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** A name must not end its line and begin another property. */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')

/** Lines of 75 octets at most, each further one after a space, and no character cut in two. */
function folded(line: string): string {
  let [text, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) [text, octets] = [`${text}\r\n `, 1]
    text += character
    octets += size
  }
  return text
}
