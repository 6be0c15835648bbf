import type { Lead } from '../leads/lead.ts'
import { firmsAsked, freePlaces, nextInLine, takesPlace, type Offer } from '../offers/offer.ts'
import { districtOf } from '../quotes/postcode.ts'

// Leads of one homeowner that are one job for firms (docs/decisions/0029-one-job-of-several-leads.md).

/** Within so many milliseconds of each other leads can be the same job. */
export const sameJobMs = 30 * 86_400_000

type JobParts = Pick<Lead, 'email' | 'mobile' | 'postcode' | 'trade'> & {
  createdAt: Date | string
  emailConfirmedAt?: Date | string | null
}

/**
 * Whether two leads are one job. `same`: the trade and the full postcode are, and so is the homeowner for certain, by email
 * and mobile, or by an email that its owner has confirmed. `doubtful`: the same email or mobile in the same district; each
 * is offered as a job of its own, and staff are told (docs/specification.md, 6.2).
 */
export function jobRelation(one: JobParts, other: JobParts): 'same' | 'doubtful' | null {
  const apart = Math.abs(new Date(one.createdAt).getTime() - new Date(other.createdAt).getTime())
  if (one.trade !== other.trade || apart > sameJobMs || one.postcode === null || other.postcode === null) return null
  const email = one.email !== '' && one.email === other.email
  const mobile = one.mobile !== '' && one.mobile === other.mobile
  if ((!email && !mobile) || districtOf(one.postcode).district !== districtOf(other.postcode).district) return null
  const isConfirmed = Boolean(one.emailConfirmedAt ?? other.emailConfirmedAt)
  return one.postcode === other.postcode && email && (mobile || isConfirmed) ? 'same' : 'doubtful'
}

export type JobLead = Pick<Lead, 'reference' | 'offers' | 'maximumFirms' | 'createdAt'>
type OwnLead = Pick<Lead, 'offers' | 'maximumFirms'> & { createdAt?: Date }

/** The offers of all leads of a job. */
export const offersOfJob = (lead: OwnLead, others: readonly JobLead[]): Offer[] =>
  [lead, ...others].flatMap(({ offers }) => offers)

/** How many more firms may be offered a lead: what its own places and those of the first lead of the job leave. */
export function placesOfJob(lead: OwnLead, others: readonly JobLead[]): number {
  const [first] = others
  const isFirst = !first || !lead.createdAt || lead.createdAt <= first.createdAt
  const maximumFirms = (isFirst ? lead : first).maximumFirms
  return Math.min(freePlaces(lead), freePlaces({ maximumFirms, offers: offersOfJob(lead, others) }))
}

/** In the trace: why a suitable firm is not asked about this lead. Null when another lead is not the reason. */
export function hasJobAlready(contractorId: string, others: readonly JobLead[]): string | null {
  const other = others.find(({ offers }) => firmsAsked(offers).has(contractorId))
  return other ? `Was asked about this job already, by ${other.reference} of the same homeowner` : null
}

/** In the trace: the reason of a suitable firm for which no place was left. */
export function noPlaceLeft(lead: OwnLead, others: readonly JobLead[]): string {
  const holding = others.filter(({ offers }) => offers.some(takesPlace))
  const text = nextInLine(lead.maximumFirms)
  return holding.length === 0
    ? text
    : `${text}, with those of ${holding.map(({ reference }) => reference).join(', ')}, which is the same job`
}
