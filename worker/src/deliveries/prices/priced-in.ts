import { deliveryId, type LeadEmailKind } from '@kerbside/schema/deliveries/delivery'
import { extraWorkName, type Estimate, type LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { findEstimate } from '@kerbside/schema/estimates/estimate.model'
import type { Lead } from '@kerbside/schema/leads/lead'
import type { Wanted } from '../emails/rendered-email.ts'
import { pricePdf } from './price-pdf.ts'

/** A price that an email is about: what was decided about it, and what it says. */
export type Priced = { own: LeadEstimate; estimate: Estimate }

/** The price that a delivery is about; null when it is gone. A price can be chosen, given up and chosen again: each time another delivery. */
export async function pricedIn(lead: Lead, { _id }: Wanted, kind: LeadEmailKind): Promise<Priced | null> {
  const own = lead.estimates?.find(({ id }) => {
    const first = deliveryId(lead.id, kind, id)
    return _id === first || _id.startsWith(`${first}-`)
  })
  const estimate = own ? await findEstimate(lead.id, own.id) : null
  return own && estimate ? { own, estimate } : null
}

/** What the emails of one choice are about: a price can be chosen again, and is then reminded of anew. */
export const choiceId = ({ id, decidedAt }: Pick<LeadEstimate, 'id' | 'decidedAt'>) => `${id}-${decidedAt?.getTime()}`

/** Whether the choice that an email is about still waits for its contractor, who can still confirm it. */
export const isChoiceOf = ({ _id }: Pick<Wanted, '_id'>, own: LeadEstimate, now: Date): boolean =>
  own.state === 'chosen' && own.validUntil > now && _id.includes(choiceId(own))

/** The PDF of just this version, the same bytes for each try of each email. */
export async function priceAttachment(estimate: Estimate, lead: Pick<Lead, 'reference' | 'trade'>) {
  const extra = extraWorkName(estimate)?.toLowerCase().replaceAll(' ', '-')
  const filename = `${[lead.reference, extra, 'price', estimate.number].filter(Boolean).join('-')}.pdf`
  return { filename, contentType: 'application/pdf', content: await pricePdf(estimate, lead) }
}
