import type { Country } from '../quotes/phone.ts'

/** What is known of a rule, with where it is from. Content, and no advice: screens say so. */
type Sourced = { text: string; source: string; href: string }

/** What homeowners are told of cancelling before they choose a price. */
export const cancelNotes: Record<Country, Sourced> = {
  GB: {
    text: 'A contract that you make online or at home can usually be cancelled within 14 days. If you ask the firm to start sooner, you may have to pay for what it has done by then.',
    source: 'The Consumer Contracts Regulations 2013',
    href: 'https://www.legislation.gov.uk/uksi/2013/3134/contents',
  },
  IE: {
    text: 'A contract that you make online or at home can usually be cancelled within 14 days. If you ask the firm to start sooner, you may have to pay for what it has done by then.',
    source: 'The Consumer Rights Act 2022',
    href: 'https://www.irishstatutebook.ie/eli/2022/act/37/enacted/en/html',
  },
}

/** What is usual for deposits. */
export const depositNote =
  'More than 15% of the price. Firms usually ask for 10 to 15% (Federation of Master Builders).'

/** How often a price can be chosen: each choice emails the firm. */
export const maximumChoices = 5

/** Characters of the name that the homeowner types. */
export const maximumName = 100
