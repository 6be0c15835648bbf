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
import type { QueryFilter } from 'mongoose'
import type { LeadEvents } from '../deps.ts'
import { keptLeads, latestOf, type KeptLead, type Wanted } from './kept-leads.ts'
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

type Priced = KeptLead & Record<PriceStage['name'], Sum[]> & { declined: DeclineReason[] }
/** A job that a firm accepted, at these milliseconds. `hours`: from then to its first price. */
type Job = {
  contractorId: string
  contractorName: string
  acceptedAt: number
  hours: number | null
  isChosen: boolean
}
type Accepted = KeptLead & { jobs: Job[] }
type Moments = { from: Date; to?: Date }

const keptPriced = keptLeads<Priced>(maximumRead)
const keptAccepted = keptLeads<Accepted>(maximumRead)

/** The reports of the last 90 days, of which only changed leads are read again. */
export async function priceReports(now: Date, leadEvents: LeadEvents): Promise<PriceReports> {
  const within = { from: new Date(now.getTime() - days * dayMs) }
  const [priced, accepted] = await Promise.all([
    keptPriced(leadEvents, within.from, readPriced),
    keptAccepted(leadEvents, within.from, readAccepted),
  ])
  return reportsOf(latestOf(priced, maximumRead), latestOf(accepted, maximumRead), within, shownFirms)
}

/** The reports of a period. */
export async function priceReportsOf(within: Moments, firmsShown: number): Promise<PriceReports> {
  const wanted = { ...within, most: maximumRead }
  const [priced, accepted] = await Promise.all([readPriced(wanted), readAccepted(wanted)])
  const rowsOf = <Row>(leads: [number, Row][]) => leads.map(([, row]) => row)
  return reportsOf(rowsOf(priced), rowsOf(accepted), within, firmsShown)
}

type Read = Pick<LeadRecord, '_id' | 'offers' | 'estimates'>

/** The leads that got a price, those with the latest price first. */
const readPriced = (wanted: Wanted & Moments): Promise<[number, Priced][]> =>
  readLatest(wanted, {
    match: { 'estimates.id': { $exists: true } },
    within: (sentAt) => ({ estimates: { $elemMatch: { sentAt } } }),
    fields: { estimates: 1 },
    key: 'estimates.sentAt',
    index: 'estimates',
    rowOf: ({ estimates = [] }) => {
      const at = Math.max(...estimates.map(({ sentAt }) => sentAt.getTime()))
      return { at, order: at, ...stagesOf(estimates) }
    },
  })

const ofOffers = {
  'offers.state': 1,
  'offers.decidedAt': 1,
  'offers.contractorId': 1,
  'offers.contractorName': 1,
} as const
const ofPrices = {
  'estimates.contractorId': 1,
  'estimates.variationOf': 1,
  'estimates.state': 1,
  'estimates.sentAt': 1,
} as const

/** The leads that firms accepted, those that a firm decided last first. */
const readAccepted = (wanted: Wanted & Moments): Promise<[number, Accepted][]> =>
  readLatest(wanted, {
    match: { 'offers.state': 'accepted' },
    within: (decidedAt) => ({ offers: { $elemMatch: { state: 'accepted', decidedAt } } }),
    fields: { ...ofOffers, ...ofPrices },
    key: 'offers.decidedAt',
    index: 'acceptedOffers',
    rowOf: (lead) => {
      const jobs = jobsOf(lead)
      const order = Math.max(...lead.offers.map(({ decidedAt }) => decidedAt?.getTime() ?? 0))
      return { at: Math.max(...jobs.map(({ acceptedAt }) => acceptedAt)), order, jobs }
    },
  })

type Source<Row> = {
  match: QueryFilter<LeadRecord>
  within: (moments: { $gte: Date; $lte?: Date }) => QueryFilter<LeadRecord>
  fields: Record<string, 1>
  key: string
  index: string
  rowOf: (lead: Read) => Row
}

/**
 * A period that goes on is read along its index from the newest end, until it is over: of a bound MongoDB may make a reason
 * to sort all of it first, because what the index holds are lists.
 */
async function readLatest<Row extends KeptLead>(
  { from, to, ids, most = Number.POSITIVE_INFINITY }: Wanted & Moments,
  { match, within, fields, key, index, rowOf }: Source<Row>,
): Promise<[number, Row][]> {
  const isBounded = to !== undefined || ids !== undefined
  const query = LeadModel.find({ ...match, ...(ids && { _id: { $in: [...ids] } }) }, fields)
    .sort({ [key]: -1 })
    .readConcern('majority')
  if (isBounded) query.and([within({ $gte: from, ...(to && { $lte: to }) })])
  if (to) query.limit(most)
  if (ids || !isBounded) query.hint(ids ? { _id: 1 } : index)
  const rows: [number, Row][] = []
  for await (const lead of query.lean<Read[]>().cursor({ batchSize: 1_000 })) {
    const row = rowOf(lead)
    if (rows.length >= most || row.order < from.getTime()) break
    if (row.at >= from.getTime()) rows.push([lead._id, row])
  }
  return rows
}

function jobsOf({ offers, estimates = [] }: Pick<LeadRecord, 'offers' | 'estimates'>): Job[] {
  return offers.flatMap(({ state, contractorId, contractorName, decidedAt }) => {
    if (state !== 'accepted' || decidedAt === null) return []
    const own = estimates.filter((each) => each.contractorId === contractorId && each.variationOf === null)
    const first = own[0]
    const acceptedAt = decidedAt.getTime()
    const hours = first ? (first.sentAt.getTime() - acceptedAt) / 3_600_000 : null
    return [{ contractorId, contractorName, acceptedAt, hours, isChosen: chosenEstimate(own) !== undefined }]
  })
}

/** What prices come to by stage, why they were declined, and how firms price what they accepted. */
function reportsOf(
  priced: readonly Priced[],
  accepted: readonly Accepted[],
  within: Moments,
  firmsShown: number,
): PriceReports {
  const declined = priced.flatMap((lead) => lead.declined)
  return {
    stages: [stageOf('open', priced), stageOf('chosen', priced), stageOf('agreed', priced)],
    declined: declineReasons.flatMap((reason) => {
      const count = declined.filter((one) => one === reason).length
      return count === 0 ? [] : [{ reason, count }]
    }),
    firms: firmsOf(accepted, within).slice(0, firmsShown),
  }
}

/** An open lead counts with its lowest price. To a chosen or agreed one extra work adds. */
function stagesOf(estimates: readonly LeadEstimate[]): Omit<Priced, keyof KeptLead> {
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

type CountedFirm = FirmPrices & { hours: number[] }

/** Those that accepted most in this time first. */
function firmsOf(leads: readonly Accepted[], { from, to }: Moments): FirmPrices[] {
  const firms = new Map<string, CountedFirm>()
  const [first, last] = [from.getTime(), to?.getTime() ?? Number.POSITIVE_INFINITY]
  for (const { jobs } of leads) {
    for (const job of jobs) if (job.acceptedAt >= first && job.acceptedAt <= last) countJob(job, firms)
  }
  return [...firms.values()]
    .toSorted((a, b) => b.accepted - a.accepted || a.contractorName.localeCompare(b.contractorName))
    .map(({ hours, ...firm }) => ({ ...firm, medianHours: roundedMedian(hours) }))
}

function countJob({ contractorId, contractorName, hours, isChosen }: Job, firms: Map<string, CountedFirm>) {
  let firm = firms.get(contractorId)
  if (!firm) {
    firm = { contractorId, contractorName, accepted: 0, priced: 0, chosen: 0, medianHours: null, hours: [] }
    firms.set(contractorId, firm)
  }
  firm.accepted += 1
  if (hours !== null) {
    firm.priced += 1
    firm.hours.push(hours)
  }
  if (isChosen) firm.chosen += 1
}

function roundedMedian(hours: readonly number[]): number | null {
  const median = medianOf(hours)
  return median === null ? null : Math.round(median)
}
