import { capped, countNearlyDue, findLeads } from '@kerbside/schema/leads/find-leads.model'
import type { LeadRow } from '@kerbside/schema/leads/lead-filter'
import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { barsOf, lastDays, momentsOf, type Days } from '@kerbside/schema/leads/report-period'
import { figuresOf as measuredOf, isInTime } from '@kerbside/schema/promise/measured-figures'
import { londonDay, londonDays } from '@kerbside/schema/time/london-time'
import { owedAnAnswer, promiseBounds } from '@kerbside/schema/promise/promise'
import type { Settings } from '@kerbside/schema/settings/settings'
import type { Figure } from './figures.ts'

/** The most leads that are measured of a week: of a busier one the newest stand for all. */
const maximumMeasured = 10_000

export type PromiseReport = {
  /** Hours in which homeowners are promised an answer today. */
  hours: number
  /** Answered within them. */
  kept: number
  /** Answered later, or not at all though they are over. */
  missed: number
  /** From receipt to the first answer, by a firm or by staff; null while half of the leads have none. */
  answerMinutes: number | null
  /** From receipt to the first acceptance by a firm; null while there is none. */
  medianMinutes: number | null
  /** By day, or by week of a long period. */
  days: AnswerDay[]
}
export type AnswerDay = { name: string } & Pick<PromiseReport, 'kept' | 'missed' | 'answerMinutes'>

type Measured = { createdAt: Date; accepted: number | null; answered: number | null }

/** How the leads of a period, of the last 7 days if none is given, were answered (docs/specification.md, 6.5). */
export async function promiseReport(
  now: Date,
  { promiseHours }: Pick<Settings, 'promiseHours'>,
  period: Days = lastDays(now, 7),
): Promise<PromiseReport> {
  const promiseMs = promiseHours * 3_600_000
  const { from, to } = momentsOf(period, now)
  const leads = await LeadModel.aggregate<Measured>([
    { $match: { createdAt: { $gte: from, ...(to && { $lte: to }) } } },
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: maximumMeasured },
    ...owedAnAnswer({ promiseHours }),
  ]).hint({ ...leadIndexes.area })
  const isOver = ({ createdAt }: Measured) => now.getTime() - createdAt.getTime() > promiseMs
  const counted = leads.map((lead) => ({
    ...lead,
    minutes: lead.answered === null ? null : Math.ceil(lead.answered / 60_000),
    leads: 1,
    firms: 0,
  }))
  const decided = counted.filter((lead) => isInTime(lead.minutes, { promiseHours }) || isOver(lead))
  const answersOf = (some: typeof counted) => {
    const { leads: all, inTime, medianMinutes } = measuredOf(some, { promiseHours }, now)
    return { kept: inTime, missed: all - inTime, answerMinutes: medianMinutes }
  }
  const dated = decided.map((lead) => ({ ...lead, day: londonDay(lead.createdAt) }))
  const median = medianOf(leads.flatMap(({ accepted }) => accepted ?? []))
  return {
    hours: promiseHours,
    ...answersOf(decided),
    medianMinutes: median === null ? null : Math.round(median / 60_000),
    days: barsOf(period).map((bar) => ({
      name: bar.from,
      ...answersOf(dated.filter(({ day }) => day >= bar.from && day <= bar.to)),
    })),
  }
}

/** Null of none. */
export function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** The next leads to work: those that can still be answered in time, the least time first; then the latest ones missed. */
export async function nextLeads(
  now: Date,
  settings: Pick<Settings, 'promiseHours'>,
  count: number,
): Promise<LeadRow[]> {
  const stillInTime = promiseBounds(now, settings).late
  const urgent = await findLeads({ filter: { waiting: true, from: stillInTime }, sort: 'oldest', first: count }, now)
  const left = count - urgent.records.length
  if (left === 0) return urgent.records
  const over = { waiting: true, ...londonDays(now, 7), to: new Date(stillInTime.getTime() - 1) }
  const missed = await findLeads({ filter: over, first: left }, now)
  return [...urgent.records, ...missed.records]
}

/** The leads about to miss the promise. Their list has imported leads of the same time too, which were promised nothing. */
export async function nearlyDueFigure(now: Date, settings: Settings): Promise<Figure> {
  const { warned, late } = promiseBounds(now, settings)
  const filter = { waiting: true, from: new Date(late.getTime() + 1), to: warned }
  return { ...capped(await countNearlyDue(now, settings)), filter }
}
