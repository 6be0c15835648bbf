import { sumsOf, type Sum } from '@kerbside/schema/amount'
import {
  chosenEstimate,
  declineReasons,
  lowestOpen,
  type DeclineReason,
  type EstimateState,
  type LeadEstimate,
} from '@kerbside/schema/estimates/estimate'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { medianOf } from './promise.ts'

const dayMs = 86_400_000
/** How many days back the prices of the dashboards were sent, or the jobs accepted. */
const days = 90
/** Of more leads the newest stand for all. */
const maximumRead = 10_000
const shownFirms = 8

export type PriceStage = { name: 'open' | 'chosen' | 'agreed'; leads: number; sums: Sum[] }
export type FirmPrices = {
  contractorId: string
  contractorName: string
  /** Jobs that the firm accepted; those of them that it priced; those whose price was chosen. */
  accepted: number
  priced: number
  chosen: number
  /** From accepting to the first price; null while there is none. */
  medianHours: number | null
}
export type PriceReports = {
  stages: PriceStage[]
  declined: { reason: DeclineReason; count: number }[]
  firms: FirmPrices[]
}

type Read = Pick<LeadRecord, '_id' | 'offers' | 'estimates'>

/** The reports of the last 90 days. */
export const priceReports = (now: Date): Promise<PriceReports> =>
  priceReportsOf({ from: new Date(now.getTime() - days * dayMs) }, shownFirms)

type Moments = { from: Date; to?: Date }

/** What prices of leads that got one in this time come to by stage, why they were declined, and how firms price what they accepted. */
export async function priceReportsOf({ from, to }: Moments, firmsShown: number): Promise<PriceReports> {
  const since = { $gte: from, ...(to && { $lte: to }) }
  const fields = { offers: 1, estimates: 1 } as const
  const [priced, accepted] = await Promise.all([
    LeadModel.find({ 'estimates.id': { $exists: true }, estimates: { $elemMatch: { sentAt: since } } }, fields)
      .sort({ 'estimates.sentAt': -1 })
      .limit(maximumRead)
      .lean<Read[]>(),
    LeadModel.find(
      { 'offers.state': 'accepted', offers: { $elemMatch: { state: 'accepted', decidedAt: since } } },
      fields,
    )
      .sort({ 'offers.decidedAt': -1 })
      .limit(maximumRead)
      .lean<Read[]>(),
  ])
  return {
    stages: [
      stageOf('open', priced, openOf),
      stageOf('chosen', priced, decidedOf('chosen')),
      stageOf('agreed', priced, decidedOf('agreed')),
    ],
    declined: declineReasons.flatMap((reason) => {
      const isThis = (each: LeadEstimate) => each.state === 'declined' && each.declinedBecause === reason
      const count = priced.reduce((sum, { estimates = [] }) => sum + estimates.filter(isThis).length, 0)
      return count === 0 ? [] : [{ reason, count }]
    }),
    firms: firmsOf(accepted, { from, ...(to && { to }) }).slice(0, firmsShown),
  }
}

/** An open lead counts with its lowest price. */
const openOf = ({ estimates }: Read): LeadEstimate[] => {
  const open = lowestOpen(estimates)
  return open ? [open] : []
}

/** Extra work adds to it. */
const decidedOf =
  (wanted: EstimateState) =>
  ({ estimates = [] }: Read): LeadEstimate[] =>
    estimates.filter(({ state }) => state === wanted)

function stageOf(
  name: PriceStage['name'],
  leads: readonly Read[],
  pricesOf: (lead: Read) => LeadEstimate[],
): PriceStage {
  const prices = leads.map(pricesOf).filter(({ length }) => length > 0)
  const sums = sumsOf(prices.flat().map(({ currency, total }) => ({ currency, amount: total })))
  return { name, leads: prices.length, sums }
}

/** Those that accepted most in this time first. */
function firmsOf(leads: readonly Read[], { from, to }: Moments): FirmPrices[] {
  const firms = new Map<string, FirmPrices & { hours: number[] }>()
  for (const { offers, estimates = [] } of leads) {
    for (const { state, contractorId, contractorName, decidedAt } of offers) {
      if (state !== 'accepted' || decidedAt === null || decidedAt < from || (to && decidedAt > to)) continue
      const none = { contractorId, contractorName, accepted: 0, priced: 0, chosen: 0, medianHours: null, hours: [] }
      const firm = firms.get(contractorId) ?? none
      const own = estimates.filter((each) => each.contractorId === contractorId && each.variationOf === null)
      const first = own[0]
      firm.accepted += 1
      if (first) {
        firm.priced += 1
        firm.hours.push((first.sentAt.getTime() - decidedAt.getTime()) / 3_600_000)
      }
      if (chosenEstimate(own)) firm.chosen += 1
      firms.set(contractorId, firm)
    }
  }
  return [...firms.values()]
    .toSorted((a, b) => b.accepted - a.accepted || a.contractorName.localeCompare(b.contractorName))
    .map(({ hours, ...firm }) => ({ ...firm, medianHours: roundedMedian(hours) }))
}

function roundedMedian(hours: readonly number[]): number | null {
  const median = medianOf(hours)
  return median === null ? null : Math.round(median)
}
