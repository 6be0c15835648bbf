import { z } from 'zod'
import type { Estimate, LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { estimatesOf } from '@kerbside/schema/estimates/estimate.model'
import { isTaken } from '@kerbside/schema/estimates/estimate'
import { parse } from '@kerbside/schema/validate'
import type { Context } from '../../deps.ts'
import { confirmEstimate } from '../../estimates/confirm-estimate.ts'
import { screenOf, type OfferScreen } from '../../offers/offers.service.ts'
import { findJob } from '../job.service.ts'

/** A quote of the contractor that is chosen or agreed. */
export type TakenPrice = { own: LeadEstimate; content: Estimate }

/** What the contractor has to confirm, and then what it has confirmed. */
export type AgreementScreen = {
  screen: OfferScreen
  prices: TakenPrice[]
  isLost: boolean
  now: Date
}

/** Looking changes nothing. */
export async function viewAgreement(ctx: Context, token: string): Promise<AgreementScreen> {
  const job = await findJob(ctx, token)
  const { lead, offer } = job
  const screen = await screenOf(ctx, job)
  const taken = (lead.estimates ?? []).filter((each) => each.contractorId === offer.contractorId && isTaken(each))
  const contents = taken.length > 0 && screen.kind === 'accepted' ? await estimatesOf(lead._id) : []
  const prices = taken.flatMap((own) => {
    const content = contents.find(({ id }) => id === own.id)
    return content ? [{ own, content }] : []
  })
  const waitsFirst = (price: TakenPrice) => (price.own.state === 'chosen' ? 0 : 1)
  return {
    screen,
    prices: prices.toSorted((a, b) => waitsFirst(a) - waitsFirst(b)),
    isLost: lead.status === 'lost',
    now: ctx.now(),
  }
}

/** The page posts which version it showed: without it, nothing says what is confirmed. */
const Confirmed = z.object({ id: z.string('Open this page again').min(1), sha256: z.string('Open this page again') })

/** The firm confirms with the day on which it starts. */
export async function confirmAgreement(
  ctx: Context,
  token: string,
  fields: Record<string, string>,
): Promise<AgreementScreen> {
  const { lead, offer } = await findJob(ctx, token)
  const { contractorId, contractorName } = offer
  const shown = parse(Confirmed, fields)
  const by = { id: contractorId, name: contractorName }
  await confirmEstimate(ctx, { leadId: lead._id, contractorId, ...shown, startDay: fields['start_day'] || null, by })
  return viewAgreement(ctx, token)
}
