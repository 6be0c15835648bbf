import type { Lead } from '@kerbside/schema/leads/lead'
import { townOf } from '@kerbside/schema/quotes/places'
import { districtOf } from '@kerbside/schema/quotes/postcode'

const jobs: Record<string, string> = {
  driveways: 'driveway job',
  extensions: 'home extension',
  'coach-hire': 'coach hire',
}

/** What a lead is called in a sentence. */
export const jobName = (lead: Pick<Lead, 'trade'>) => jobs[lead.trade] ?? 'job'

/** 'South West London (SW1A)': all a firm learns of the place before it accepts. Null without a postcode. */
export function areaOf(lead: Pick<Lead, 'postcode'>): string | null {
  if (lead.postcode === null) return null
  const { district } = districtOf(lead.postcode)
  const town = townOf(district)
  return town ? `${town} (${district})` : district
}

/**
 * By name only when the name is one word, with one hyphen or apostrophe at most: the mail may go to a stranger, and
 * neither a sentence nor a web address fits into that. Names in two words lose their greeting, which is the lesser harm.
 */
export const greeting = (firstName: string) =>
  /^(?=.{1,20}$)\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)?$/u.test(firstName) ? `Hello ${firstName},` : 'Hello,'

/** `tel:` and `mailto:` hold nothing but the number and the address. */
export const telHref = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`
export const mailHref = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

const groupings: readonly [RegExp, string][] = [
  [/^\+44(2\d)(\d{4})(\d{4})$/, '0$1 $2 $3'],
  [/^\+44(1\d1|11\d)(\d{3})(\d{4})$/, '0$1 $2 $3'],
  [/^\+44(\d{4})(\d{5,6})$/, '0$1 $2'],
  [/^\+353(8\d)(\d{3})(\d{4})$/, '0$1 $2 $3'],
  [/^\+353(1)(\d{3})(\d{4})$/, '0$1 $2 $3'],
]

/** +447700900123 → 07700 900123 and +353851234567 → 085 123 4567, as people here write them; others stay. */
export function phoneWords(phone: string): string {
  const grouping = groupings.find(([pattern]) => pattern.test(phone))
  return grouping ? phone.replace(...grouping) : phone
}
