import { countryOf } from '../quotes/postcode.ts'

export const complaintLimits = { characters: 2_000, count: 20 } as const

/** Days within which a complaint is answered (docs/specification.md, 5.11). */
const answerDays = 30
export const complaintDueAt = (at: Date): Date => new Date(at.getTime() + answerDays * 86_400_000)

/** Who watches over data protection, by country. */
export const authorities = {
  GB: {
    name: 'Information Commissioner’s Office (ICO)',
    phone: '0303 123 1113',
    href: 'https://ico.org.uk/make-a-complaint/',
  },
  IE: {
    name: 'Data Protection Commission (DPC)',
    phone: '01 765 0100',
    href: 'https://www.dataprotection.ie/',
  },
} as const

/** The authority where the homeowner lives; that of the UK without a postcode. */
export const authorityOf = (postcode: string | null) => authorities[(postcode && countryOf(postcode)) || 'GB']
