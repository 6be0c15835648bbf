import { sumsOf, type Sum } from '@kerbside/schema/amount'
import {
  declineReasons,
  lowestOpen,
  type DeclineReason,
  type EstimateState,
  type LeadEstimate,
} from '@kerbside/schema/estimates/estimate'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { medianOf } from './promise.ts'

/** Of more leads the newest stand for all. */
const maximumRead = 10_000

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

type Priced = Record<PriceStage['name'], Sum[]> & { declined: DeclineReason[] }
type Moments = { from: Date; to?: Date }

/** What prices come to by stage, why they were declined, and how firms price what they accepted, in a period. */
export async function priceReports(within: Moments, firmsShown: number): Promise<PriceReports> {
  const [priced, firms] = await Promise.all([readPriced(within), readFirms(within)])
  const declined = priced.flatMap((lead) => lead.declined)
  return {
    stages: [stageOf('open', priced), stageOf('chosen', priced), stageOf('agreed', priced)],
    declined: declineReasons.flatMap((reason) => {
      const count = declined.filter((one) => one === reason).length
      return count === 0 ? [] : [{ reason, count }]
    }),
    firms: firms.slice(0, firmsShown),
  }
}

const inPeriod = ({ from, to }: Moments) => ({ $gte: from, ...(to && { $lte: to }) })

/** The leads that got a price, of too many those with the latest price. */
async function readPriced(within: Moments): Promise<Priced[]> {
  const leads = await LeadModel.aggregate<Pick<LeadRecord, 'estimates'>>([
    { $match: { 'estimates.id': { $exists: true }, estimates: { $elemMatch: { sentAt: inPeriod(within) } } } },
    // Before the sort, which then needs little memory.
    { $project: { estimates: 1 } },
    { $sort: { 'estimates.sentAt': -1 } },
    { $limit: maximumRead },
  ]).hint('estimates')
  return leads.map(({ estimates = [] }) => stagesOf(estimates))
}

/** An open lead counts with its lowest price. To a chosen or agreed one extra work adds. */
function stagesOf(estimates: readonly LeadEstimate[]): Priced {
  const open = lowestOpen(estimates)
  const sumsIn = (wanted: EstimateState) => estimates.filter(({ state }) => state === wanted).map(sumOf)
  const declined = estimates.filter(({ state }) => state === 'declined')
  return {
    open: open ? [sumOf(open)] : [],
    chosen: sumsIn('chosen'),
    agreed: sumsIn('agreed'),
    declined: declined.flatMap(({ declinedBecause }) => declinedBecause ?? []),
  }
}

const sumOf = ({ currency, total }: LeadEstimate): Sum => ({ currency, amount: total })

function stageOf(name: PriceStage['name'], leads: readonly Priced[]): PriceStage {
  const prices = leads.map((lead) => lead[name]).filter(({ length }) => length > 0)
  return { name, leads: prices.length, sums: sumsOf(prices.flat()) }
}

type CountedFirm = Pick<FirmPrices, 'contractorName' | 'accepted' | 'chosen'> & {
  _id: string
  waits: (number | null)[]
}

/** Those that accepted most in this time first. `waits`: milliseconds from accepting to the first price. */
async function readFirms(within: Moments): Promise<FirmPrices[]> {
  const accepted = { state: 'accepted', decidedAt: inPeriod(within) } as const
  const own = { $eq: ['$$price.contractorId', '$offers.contractorId'] }
  const isChosen = { $in: ['$$state', ['chosen', 'agreed']] } // as in `chosenEstimate`
  const chosen = { $filter: { input: '$own.state', as: 'state', cond: isChosen } }
  const firms = await LeadModel.aggregate<CountedFirm>([
    { $match: { 'offers.state': 'accepted', offers: { $elemMatch: accepted } } },
    { $unwind: '$offers' },
    { $match: { 'offers.state': accepted.state, 'offers.decidedAt': accepted.decidedAt } },
    {
      $project: {
        offers: 1,
        own: {
          $filter: {
            input: { $ifNull: ['$estimates', []] },
            as: 'price',
            cond: { $and: [own, { $not: ['$$price.variationOf'] }] },
          },
        },
      },
    },
    {
      $group: {
        _id: '$offers.contractorId',
        contractorName: { $last: '$offers.contractorName' },
        accepted: { $sum: 1 },
        chosen: { $sum: { $cond: [{ $eq: [chosen, []] }, 0, 1] } },
        waits: { $push: { $subtract: [{ $first: '$own.sentAt' }, '$offers.decidedAt'] } },
      },
    },
  ]).hint('acceptedOffers')
  return firms
    .map(({ _id: contractorId, waits, ...firm }) => {
      const hours = waits.flatMap((wait) => (wait === null ? [] : wait / 3_600_000))
      return { contractorId, ...firm, priced: hours.length, medianHours: roundedMedian(hours) }
    })
    .toSorted((a, b) => b.accepted - a.accepted || a.contractorName.localeCompare(b.contractorName))
}

function roundedMedian(hours: readonly number[]): number | null {
  const median = medianOf(hours)
  return median === null ? null : Math.round(median)
}
