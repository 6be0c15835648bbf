import { capped, countNearlyDue, findLeads } from '@kerbside/schema/leads/list/find-leads.model'
import type { LeadFilter, LeadRow, LeadSort } from '@kerbside/schema/leads/list/lead-filter'
import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { barsOf, lastDays, momentsOf, type Days } from '@kerbside/schema/dashboard/report-period'
import { figuresOf as measuredOf, isInTime, type AnsweredLeads } from '@kerbside/schema/promise/measured-figures'
import { londonDay, londonDays } from '@kerbside/schema/time/london-time'
import { answersOfLeads, promiseBounds } from '@kerbside/schema/promise/promise'
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

type Answer = { createdAt: Date; accepted: number | null; answered: number | null; isOwed: boolean }
/** `at`: milliseconds of receipt; `day`: the same by the calendar; `minutes`: to the first answer. */
type Measured = Pick<Answer, 'accepted' | 'isOwed'> & { at: number; day: string; minutes: number | null }
type Promised = Pick<Settings, 'promiseHours'>

/** How the leads of a period, of the last 7 days if none is given, were answered (docs/specification.md, 6.5). */
export async function promiseReport(
  now: Date,
  settings: Promised,
  period: Days = lastDays(now, 7),
): Promise<PromiseReport> {
  const { from, to } = momentsOf(period, now)
  const leads = await LeadModel.aggregate<Answer>([
    { $match: { createdAt: { $gte: from, ...(to && { $lte: to }) } } },
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: maximumMeasured },
    ...answersOfLeads(settings),
    { $project: { createdAt: 1, accepted: 1, answered: 1, isOwed: 1 } },
  ]).hint({ ...leadIndexes.area })
  return reportOf(leads.map(measured), now, settings, period)
}

const measured = ({ createdAt, accepted, answered, isOwed }: Answer): Measured => ({
  at: createdAt.getTime(),
  day: londonDay(createdAt),
  minutes: answered === null ? null : Math.ceil(answered / 60_000),
  accepted,
  isOwed,
})

function reportOf(all: readonly Measured[], now: Date, { promiseHours }: Promised, period: Days): PromiseReport {
  const promiseMs = promiseHours * 3_600_000
  const leads = all.filter(({ isOwed }) => isOwed)
  const decided = leads.filter(
    ({ at, minutes }) => isInTime(minutes, { promiseHours }) || now.getTime() - at > promiseMs,
  )
  const answersOf = (some: readonly Measured[]) => {
    const { leads: all, inTime, medianMinutes } = measuredOf(byMinutes(some), { promiseHours }, now)
    return { kept: inTime, missed: all - inTime, answerMinutes: medianMinutes }
  }
  const median = medianOf(leads.flatMap(({ accepted }) => accepted ?? []))
  return {
    hours: promiseHours,
    ...answersOf(decided),
    medianMinutes: median === null ? null : Math.round(median / 60_000),
    days: barsOf(period).map((bar) => ({
      name: bar.from,
      ...answersOf(decided.filter(({ day }) => day >= bar.from && day <= bar.to)),
    })),
  }
}

function byMinutes(leads: readonly Measured[]): AnsweredLeads[] {
  const counts = new Map<number | null, number>()
  for (const { minutes } of leads) counts.set(minutes, (counts.get(minutes) ?? 0) + 1)
  return [...counts].map(([minutes, count]) => ({ minutes, leads: count, firms: 0 }))
}

/** Null of none. */
export function medianOf(numbers: readonly number[]): number | null {
  const sorted = Float64Array.from(numbers).sort()
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** The next leads to work: those that can still be answered in time, the least time first; then the latest ones missed. */
export async function nextLeads(now: Date, settings: Promised, count: number): Promise<LeadRow[]> {
  const { late } = promiseBounds(now, settings)
  const waiting = { waiting: true, from: londonDays(now, 7).from } as const
  const read = async (filter: LeadFilter, sort: LeadSort) =>
    (await findLeads({ filter, sort, first: count }, now)).records
  const [urgent, missed] = await Promise.all([
    read({ ...waiting, from: late > waiting.from ? late : waiting.from }, 'oldest'),
    read({ ...waiting, to: new Date(late.getTime() - 1) }, 'newest'),
  ])
  return [...urgent, ...missed].slice(0, count)
}

/** The leads about to miss the promise. Their list has imported leads of the same time too, which were promised nothing. */
export async function nearlyDueFigure(now: Date, settings: Settings): Promise<Figure> {
  const { warned, late } = promiseBounds(now, settings)
  const filter = { waiting: true, from: new Date(late.getTime() + 1), to: warned }
  return { ...capped(await countNearlyDue(now, settings)), filter }
}
