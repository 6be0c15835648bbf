import { lastOfferMs } from '../../../offline/outbox/outbox.ts'
import type { QueuedQuote } from '../../../offline/outbox/queued-quote.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** '2 days'; null when it is less than one. */
export const daysWaiting = (savedAt: number, now: number): string | null =>
  now - savedAt >= day ? count((now - savedAt) / day, 'day') : null

/** How long a quote has been waiting, and what to do about it. */
export function waitingMessage(savedAt: number, now: number): string {
  const waited = Math.max(0, now - savedAt)
  const days = daysWaiting(savedAt, now)
  if (days) return `Waiting for ${days} — send it now or call us`
  if (waited >= hour) return `Waiting for ${count(waited / hour, 'hour')}. We send it as soon as there is a connection.`
  if (waited >= minute)
    return `Saved ${count(waited / minute, 'minute')} ago. We send it as soon as there is a connection.`
  return 'Saved just now. We send it as soon as there is a connection.'
}

/** For what waited so long that nobody knows whether it is still wanted. */
export const lastOfferMessage = (savedAt: number, now: number): string =>
  `Waiting for ${daysWaiting(savedAt, now)}, so it is not sent by itself any more. Send it now if you still want quotes.`

/** Until when it can still be sent, by the day on which the homeowner was first told: today, unless it was before. */
export function removalMessage(lastOfferedAt: number | undefined, now: number): string {
  const end = new Date((lastOfferedAt ?? now) + lastOfferMs)
  return `After ${end.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })} it is removed from this phone.`
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** Everything that was answered, for a message or an email when nothing else works. */
export function asText(quote: Pick<QueuedQuote, 'answers'>): string {
  return quote.answers
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n')
}

/** What tells one waiting request from another at a glance. */
export function queuedTitle(quote: Pick<QueuedQuote, 'answers'>): string {
  const answer = (name: string) => quote.answers.find((each) => each.name === name)?.value ?? ''
  const job = [answer('drivewayType'), answer('drivewayMaterial')].filter(Boolean).join(', ')
  const name = [answer('first_name'), answer('last_name')].filter(Boolean).join(' ')
  return job || (name ? `Quote request from ${name}` : 'Quote request')
}
