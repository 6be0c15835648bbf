import type { Country } from '../quotes/phone.ts'

export type VatRate = {
  /** In hundredths of a percent. */
  rate: number
  /** Whether the firm has to say why the rate applies. */
  needsReason: boolean
}

/** The rates that a price may have, by the country of the job; the usual one for building work first. */
export const vatRates: Record<Country, readonly VatRate[]> = {
  GB: [
    { rate: 2_000, needsReason: false },
    { rate: 500, needsReason: true },
    { rate: 0, needsReason: true },
  ],
  IE: [
    { rate: 1_350, needsReason: false },
    { rate: 2_300, needsReason: false },
  ],
}

/** What is known of the rates, with where it is from. Content, and no advice: screens say so. */
export const vatNotes: Record<Country, { text: string; source: string; href: string }> = {
  GB: {
    text: 'Most work on a home has 20% VAT. 5% and 0% apply in some cases only, and the firm needs evidence for them.',
    source: 'VAT Notice 708, HM Revenue & Customs',
    href: 'https://www.gov.uk/guidance/buildings-and-construction-notice-708',
  },
  IE: {
    text: '13.5% applies while the materials cost at most two thirds of the whole price without VAT; otherwise all of it has 23%.',
    source: 'The two-thirds rule, Revenue',
    href: 'https://www.revenue.ie/en/vat/vat-on-services/when-do-you-charge-vat-on-services/two-thirds-rule.aspx',
  },
}
