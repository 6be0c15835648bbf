import { capped, countNearlyDue, findLeadsById } from '@kerbside/schema/leads/list/find-leads.model'
import type { LeadRow } from '@kerbside/schema/leads/list/lead-filter'
import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { barsOf, lastDays, momentsOf, type Days } from '@kerbside/schema/dashboard/report-period'
import { figuresOf as measuredOf, isInTime, type AnsweredLeads } from '@kerbside/schema/promise/measured-figures'
import { londonDay, londonDays } from '@kerbside/schema/time/london-time'
import { answersOfLeads, promiseBounds } from '@kerbside/schema/promise/promise'
import type { Settings } from '@kerbside/schema/settings/settings'
import type { LeadEvents } from '../deps.ts'
import type { Figure } from './figures.ts'
import { keptLeads, latestOf, type KeptLead, type Wanted } from './kept-leads.ts'
import { unansweredSince } from './waiting-leads.ts'

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

type Answer = { _id: number; createdAt: Date; accepted: number | null; answered: number | null; isOwed: boolean }
/** `day`: of receipt; `minutes`: to the first answer. Both take long to find out, and are kept. */
type Measured = KeptLead & Pick<Answer, 'accepted' | 'isOwed'> & { day: string; minutes: number | null }
type Promised = Pick<Settings, 'promiseHours'>

/** How the leads of a period, of the last 7 days if none is given, were answered (docs/specification.md, 6.5). */
export async function promiseReport(
  now: Date,
  settings: Promised,
  period: Days = lastDays(now, 7),
): Promise<PromiseReport> {
  const { from, to } = momentsOf(period, now)
  const leads = await readMeasured(settings, { from, to, most: maximumMeasured })
  return reportOf(
    leads.map(([, lead]) => lead),
    now,
    settings,
    period,
  )
}

const keptMeasured = keptLeads<Measured>(maximumMeasured)

/** The same of the last 7 days, of which only changed leads are read again. */
export async function weeklyPromise(now: Date, settings: Promised, leadEvents: LeadEvents): Promise<PromiseReport> {
  const period = lastDays(now, 7)
  const read = (wanted: Wanted) => readMeasured(settings, wanted)
  const { from } = momentsOf(period, now)
  const leads = await keptMeasured(leadEvents, from, read, String(settings.promiseHours))
  return reportOf(latestOf(leads, maximumMeasured), now, settings, period)
}

/** Newest first. */
async function readMeasured(
  settings: Promised,
  { from, to, ids, most }: Wanted & { to?: Date | undefined },
): Promise<[id: number, lead: Measured][]> {
  const leads = await LeadModel.aggregate<Answer>([
    { $match: { createdAt: { $gte: from, ...(to && { $lte: to }) }, ...(ids && { _id: { $in: [...ids] } }) } },
    { $sort: { createdAt: -1, _id: -1 } },
    ...(most === undefined ? [] : [{ $limit: most }]),
    ...answersOfLeads(settings),
    { $project: { createdAt: 1, accepted: 1, answered: 1, isOwed: 1 } },
  ])
    .hint(ids ? { _id: 1 } : { ...leadIndexes.area })
    .readConcern('majority')
    .exec()
  return leads.map(({ _id, createdAt, accepted, answered, isOwed }) => {
    const at = createdAt.getTime()
    const minutes = answered === null ? null : Math.ceil(answered / 60_000)
    return [_id, { at, order: at, accepted, isOwed, day: londonDay(createdAt), minutes }]
  })
}

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
export async function nextLeads(
  now: Date,
  settings: Promised,
  leadEvents: LeadEvents,
  count: number,
): Promise<LeadRow[]> {
  const stillInTime = promiseBounds(now, settings).late.getTime()
  const unanswered = await unansweredSince(londonDays(now, 7).from, now, leadEvents)
  const oldestFirst = unanswered.toSorted(([idA, a], [idB, b]) => a - b || idA - idB)
  const urgent = oldestFirst.filter(([, at]) => at >= stillInTime)
  const missed = oldestFirst.filter(([, at]) => at < stillInTime).toReversed()
  return findLeadsById([...urgent, ...missed].slice(0, count).map(([id]) => id))
}

/** The leads about to miss the promise. Their list has imported leads of the same time too, which were promised nothing. */
export async function nearlyDueFigure(now: Date, settings: Settings): Promise<Figure> {
  const { warned, late } = promiseBounds(now, settings)
  const filter = { waiting: true, from: new Date(late.getTime() + 1), to: warned }
  return { ...capped(await countNearlyDue(now, settings)), filter }
}
