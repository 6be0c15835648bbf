import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { latestOutcome } from '@kerbside/schema/offers/job-outcome'
import { answerMinutesOf } from '@kerbside/schema/offers/offer'
import { measuredDays } from '@kerbside/schema/promise/measured-figures'
import { findMeasuredFigures } from '@kerbside/schema/promise/measured-figures.model'
import type { Context } from '../deps.ts'

/** Of the last 90 days. Minutes are medians: within them half of the answers came; null without enough of them. */
export type FirmNumbers = { answerMinutes: number | null; medianMinutes: number | null; won: number }

/** How quick a firm answers offers, beside all firms as the workers measure them, and how many jobs it won. */
export async function numbersOf(ctx: Context, contractorId: string): Promise<FirmNumbers> {
  const since = new Date(ctx.now().getTime() - measuredDays * 86_400_000)
  // Found by their emails, which an index has by firm.
  const leadIds = await DeliveryModel.distinct('leadId', { kind: 'offer', contractorId, createdAt: { $gte: since } })
  const leads = await LeadModel.find({ _id: { $in: leadIds } }, 'offers').lean()
  const own = leads.flatMap(({ offers }) => offers.filter((offer) => offer.contractorId === contractorId))
  const minutes = own.flatMap((offer) => answerMinutesOf(offer) ?? []).toSorted((a, b) => a - b)
  const figures = await findMeasuredFigures()
  return {
    answerMinutes: minutes[Math.floor(minutes.length / 2)] ?? null,
    medianMinutes: figures?.firmMinutes ?? null,
    won: own.filter((offer) => latestOutcome(offer)?.kind === 'won').length,
  }
}
