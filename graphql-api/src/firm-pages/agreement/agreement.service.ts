import type { Estimate, LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { findEstimate } from '@kerbside/schema/estimates/estimate.model'
import { londonDay } from '@kerbside/schema/time/london-time'
import type { Context } from '../../deps.ts'
import { chosenOf, confirmEstimate } from '../../estimates/confirm-estimate.ts'
import { screenOf, type OfferScreen } from '../../offers/offers.service.ts'
import { findJob } from '../job.service.ts'

/** What the firm has to confirm, or has confirmed. `price` is null while there is neither. */
export type AgreementScreen = {
  screen: OfferScreen
  price: { own: LeadEstimate; content: Estimate } | null
  today: string
}

/** Looking changes nothing. */
export async function viewAgreement(ctx: Context, token: string): Promise<AgreementScreen> {
  const job = await findJob(ctx, token)
  const { lead, offer } = job
  const screen = await screenOf(ctx, job)
  const agreed = lead.estimates?.findLast(
    ({ contractorId, state }) => contractorId === offer.contractorId && state === 'agreed',
  )
  const own = chosenOf(lead, offer.contractorId) ?? agreed
  const content = own && screen.kind === 'accepted' ? await findEstimate(lead._id, own.id) : null
  return { screen, price: own && content ? { own, content } : null, today: londonDay(ctx.now()) }
}

/** The firm confirms with the day on which it starts. */
export async function confirmAgreement(
  ctx: Context,
  token: string,
  fields: Record<string, string>,
): Promise<AgreementScreen> {
  const { lead, offer } = await findJob(ctx, token)
  if (offer.state === 'accepted' && !lead.sharingStoppedAt) {
    const { contractorId, contractorName } = offer
    const by = { id: contractorId, name: contractorName }
    await confirmEstimate(ctx, { leadId: lead._id, contractorId, startDay: fields['start_day'] || null, by })
  }
  return viewAgreement(ctx, token)
}
