import type { MatchableContractor } from '@kerbside/schema/contractors/matching'
import type { LeadStatus } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { checkQuote } from '@kerbside/schema/submission/check-quote'
import { leadOfQuote } from '@kerbside/schema/submission/lead-of-quote.model'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { quoteFormOf } from '../../graphql-api/src/pages/pages.service.ts'
import { backWithin, minute, waking } from './demo-clock.ts'
import { demoFirstNames, demoLastNames, demoNotes, demoPostcodes, demoSubmissionId } from './demo-people.ts'

export const demoLeadCount = 60

type Person = { id: string; name: string }
export type DemoWorld = {
  now: Date
  /** Who leads are assigned to, the one with most of them first. */
  staff: readonly [Person, ...Person[]]
  firms: readonly MatchableContractor[]
}

export const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** A number from 0 up to 1 that looks random and is always the same. */
export function chance(...seeds: number[]): number {
  const mixed = seeds.reduce((hash, seed) => Math.imul(hash ^ (seed + 0x9e37), 0x85ebca6b) ^ (hash >>> 13), 0x1b873593)
  return ((Math.imul(mixed ^ (mixed >>> 16), 0xc2b2ae35) >>> 8) & 0xffff) / 0x10000
}

/** How far each lead is to come; the newest first. One of the first dozen was overlooked. */
const recent: LeadStatus[] = [
  ...Array<LeadStatus>(7).fill('new'),
  ...(['contacted', 'contacted', 'new', 'contacted', 'contacted', 'contacted', 'quoted', 'contacted'] as const),
]
const earlier: LeadStatus[] = ['quoted', 'converted', 'contacted', 'lost', 'quoted', 'converted', 'lost', 'quoted']
export const statusOf = (index: number): LeadStatus => recent[index] ?? pick(earlier, index)

/** When each demo lead came, the newest first: some today, the oldest about six weeks ago, none of them at night. */
export function demoTimes(now: Date): Date[] {
  let at = now
  return Array.from({ length: demoLeadCount }, (_, index) => {
    // From an hour or two between leads to a day without any.
    const apart = index < 7 ? 25 + 160 * chance(index, 1) : 180 + 960 * chance(index, 1)
    at = backWithin(waking, at, apart)
    return new Date(at.getTime() + Math.floor(chance(index, 2) * 4 * minute))
  })
}

const form = quoteFormOf(defaultHome.quoteForm, 0)

/** Demo lead number `index` as it is stored on arrival: a quote from the form, checked and built like any other. */
export function newDemoLead(index: number, id: number, at: Date): LeadRecord {
  const request = {
    transport: 'html',
    page: '/',
    answers: answersOf(index),
    attribution: attributionOf(index),
  } as const
  const checked = checkQuote(form, request)
  if ('errors' in checked) throw new Error(`Demo quote ${index} is invalid: ${JSON.stringify(checked.errors)}`)
  const { firmsPerLead: maximumFirms } = defaultSettings
  return leadOfQuote(checked.quote, { id, submissionId: demoSubmissionId(index), maximumFirms, createdAt: at })
}

function answersOf(index: number): Record<string, string> {
  const first = pick(demoFirstNames, index)
  const last = pick(demoLastNames, index * 7 + Math.floor(index / 20))
  const choices = form.fields
    .filter(({ type }) => type === 'select')
    .map(({ name, options }, place) => [name, pick(options, index * (place + 2) + place).value])
  return {
    ...Object.fromEntries(choices),
    first_name: first,
    last_name: last,
    email: `${first}.${last}@homes.example`.toLowerCase(),
    mobile: `07700 900${String(100 + index)}`,
    postcode: pick(demoPostcodes, index),
    additionalInfo: pick(demoNotes, index),
  }
}

function attributionOf(index: number): Partial<LeadRecord['attribution']> {
  const source = pick([null, 'google', 'facebook', null, 'newsletter'], index)
  if (source === null) return {}
  const medium = { google: 'cpc', facebook: 'social', newsletter: 'email' }[source] ?? null
  return { source, medium, campaign: 'autumn' }
}
