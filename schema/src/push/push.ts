import type { PushKind } from '../deliveries/delivery.ts'
import { dayIn, momentIn } from '../time/zone-time.ts'

/** What a device can be notified of (docs/specification.md, 9.11). Each is chosen by itself. */
export const pushEvents = ['new-lead', 'assignment', 'mention', 'promise-warning'] as const
export type PushEvent = (typeof pushEvents)[number]

/** The kind of the delivery that tells of it. */
export const pushKindOf = (event: PushEvent): PushKind => `push-${event}`

/** Times like `22:00` on the clock of the device; the end of those that go over midnight is on the next day. */
export type QuietHours = { from: string; to: string }

/** A browser in which somebody of the staff has turned notifications on, as its owner sees it. */
export type PushDevice = {
  id: string
  /** 'Chrome on Android'; null for a browser that is not known. */
  device: string | null
  isCurrent: boolean
  events: PushEvent[]
  quietHours: QuietHours | null
  timeZone: string
  createdAt: Date
  /** When its push service took a notification last. */
  lastUsedAt: Date | null
  /** Why the latest notification was not taken; null if it was. */
  lastError: string | null
}

/** What travels to a device, encrypted. It has nothing of a homeowner's personal data. */
export type PushMessage = {
  title: string
  body: string
  /** What a press on it opens: a path of ours. */
  url: string
  /** A notification replaces the one of the same tag. */
  tag: string
  /** How many leads are about to miss the promise, where the notification is about them. The icon shows it. */
  badge?: number
}

/** Devices of one person. */
export const maximumDevices = 20

const nextDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** When the quiet hours end in which this moment lies; null outside of them. */
export function quietUntil(
  { quietHours, timeZone }: Pick<PushDevice, 'quietHours' | 'timeZone'>,
  at: Date,
): Date | null {
  if (quietHours === null) return null
  const { from, to } = quietHours
  const today = dayIn(timeZone, at)
  // Those of the day before may go over midnight.
  for (const day of [nextDay(today, -1), today]) {
    const end = momentIn(timeZone, to > from ? day : nextDay(day, 1), to)
    if (momentIn(timeZone, day, from) <= at && at < end) return end
  }
  return null
}
