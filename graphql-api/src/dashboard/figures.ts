import { capped, leadTotal } from '@kerbside/schema/leads/list/find-leads.model'
import { leadStatuses, pendingStatuses, type LeadStatus } from '@kerbside/schema/leads/lead'
import { countedLeads, type LeadFilter, type LeadTotal } from '@kerbside/schema/leads/list/lead-filter'
import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { barsOf, momentsOf, type Days } from '@kerbside/schema/dashboard/report-period'
import { londonDay, londonDays } from '@kerbside/schema/time/london-time'
import { townOf } from '@kerbside/schema/quotes/places'
import type { LeadEvents } from '../deps.ts'
import { keptCount } from './kept-leads.ts'
import {
  countByArea,
  countByStatus,
  recentAreas,
  recentDays,
  recentGroups,
  type AreaGroup,
  type Moments,
  type StatusGroup,
} from './lead-groups.ts'
import { countAwaitingPrice, unansweredSince } from './waiting-leads.ts'

/** A number of leads, and the filter of the list that has just these leads. */
export type Figure = LeadTotal & { filter: LeadFilter }
export type NamedFigure = { name: string; figure: Figure }

/** Counted as the list counts itself. */
export const figureOf = async (filter: LeadFilter, now: Date): Promise<Figure> => ({
  filter,
  ...(await leadTotal(filter, now)),
})

const counted = (filter: LeadFilter, count: number): Figure => ({ filter, ...capped(count) })

/** Whatever `filters` holds, counted at once and under the same names. */
export async function figuresOf<Name extends string>(filters: Record<Name, LeadFilter>, now: Date) {
  const entries = Object.entries<LeadFilter>(filters)
  const figures = await Promise.all(entries.map(async ([name, filter]) => [name, await figureOf(filter, now)] as const))
  return Object.fromEntries(figures) as Record<Name, Figure>
}

/** A list's total is capped, so this needs no number beyond. */
const statusCounts = new Map(
  leadStatuses.map((status) => [status, keptCount(() => countStatus(status, 2 * countedLeads))] as const),
)

async function statusFigure(status: LeadStatus, leadEvents: LeadEvents): Promise<Figure> {
  const bounds = await statusCounts.get(status)?.(leadEvents, ({ least }) => least > countedLeads)
  return counted({ status }, bounds?.least ?? 0)
}

const convertedCount = keptCount(() => countStatus('converted'))

/** The rate needs a number that is not capped. It comes from an index, no lead is read. */
async function conversionRateOf(leadEvents: LeadEvents): Promise<number> {
  const all = await LeadModel.estimatedDocumentCount().exec()
  const rateOf = (converted: number) => (all === 0 ? 0 : Math.round((converted / all) * 100))
  const { least } = await convertedCount(leadEvents, (bounds) => rateOf(bounds.least) === rateOf(bounds.most))
  return rateOf(least)
}

const countStatus = (status: LeadStatus, limit?: number) =>
  LeadModel.countDocuments({ status }, { hint: { ...leadIndexes.status }, ...(limit && { limit }) })
    .readConcern('majority')
    .exec()

export type KeyFigures = Record<LeadStatus | 'total' | 'pending' | 'thisWeek' | 'waiting', Figure> & {
  conversionRate: number
}

/** The cards. `waiting`: received this week, and nobody has answered the homeowner. */
export async function keyFigures(now: Date, leadEvents: LeadEvents): Promise<KeyFigures> {
  const week = londonDays(now, 7)
  const [total, byStatus, groups, waiting, conversionRate] = await Promise.all([
    figureOf({}, now),
    Promise.all(leadStatuses.map(async (status) => [status, await statusFigure(status, leadEvents)] as const)),
    recentGroups(now, leadEvents),
    unansweredSince(week.from, now, leadEvents),
    conversionRateOf(leadEvents),
  ])
  const statuses = Object.fromEntries(byStatus) as Record<LeadStatus, Figure>
  const pending = pendingStatuses.reduce((sum, status) => sum + statuses[status].count, 0)
  const hasMore = pendingStatuses.some((status) => statuses[status].isCapped)
  return {
    ...statuses,
    total,
    // As exact as its parts: one that is capped is more than is counted by itself.
    pending: counted({ pending: true }, hasMore ? Number.POSITIVE_INFINITY : pending),
    thisWeek: countedIn(week, groups),
    waiting: counted({ ...week, waiting: true }, waiting.length),
    conversionRate,
  }
}

/** Who waits for a price since a firm accepted. */
export async function awaitingPriceFigure(now: Date, leadEvents: LeadEvents): Promise<Figure> {
  const filter: LeadFilter = { awaitingPrice: true }
  const count = await countAwaitingPrice(now, leadEvents)
  return count === null ? figureOf(filter, now) : counted(filter, count)
}

export type WeekFigures = Record<'received' | 'contacted' | 'quoted' | 'converted', Figure>

/** What has become of the leads received this week, and of those of the week before. */
export async function weeklyPerformance(
  now: Date,
  leadEvents: LeadEvents,
): Promise<{ thisWeek: WeekFigures; lastWeek: WeekFigures }> {
  const groups = await recentGroups(now, leadEvents)
  const week = (period: Moments): WeekFigures => ({
    received: countedIn(period, groups),
    contacted: countedIn(period, groups, 'contacted'),
    quoted: countedIn(period, groups, 'quoted'),
    converted: countedIn(period, groups, 'converted'),
  })
  return { thisWeek: week(londonDays(now, 7)), lastWeek: week(londonDays(now, 7, 7)) }
}

/** The leads of whole days. */
function countedIn(period: Moments, groups: readonly StatusGroup[], status?: LeadStatus): Figure {
  const { from, to } = { from: londonDay(period.from), to: period.to && londonDay(period.to) }
  const isIn = ({ _id }: StatusGroup) => _id.day >= from && (!to || _id.day <= to) && (!status || _id.status === status)
  return counted({ ...period, ...(status && { status }) }, sumOf(groups.filter(isIn)))
}

/** A figure of each status that there is. */
export type FigureByStatus = NamedFigure & { statuses: NamedFigure[] }

export type Reports = {
  /** Of a long period each stands for a week; named after its first day. */
  days: FigureByStatus[]
  sources: FigureByStatus[]
} & Record<'statuses' | 'areas', NamedFigure[]>

/** The leads of the last 30 days, and the eight most frequent sources and areas. */
export async function reports(now: Date, leadEvents: LeadEvents): Promise<Reports> {
  const [byStatus, byArea] = await Promise.all([recentGroups(now, leadEvents), recentAreas(now, leadEvents)])
  return reportsOf(recentDays(now), { byStatus, byArea }, now, 8)
}

/** The same of any period, counted by MongoDB. */
export async function periodReports(period: Days, now: Date, longest: number): Promise<Reports> {
  const within = momentsOf(period, now)
  const [byStatus, byArea] = await Promise.all([countByStatus(within), countByArea(within)])
  return reportsOf(period, { byStatus, byArea }, now, longest)
}

type Groups = { byStatus: readonly StatusGroup[]; byArea: readonly AreaGroup[] }

/** The leads of a period by day and status, by status today, by source and by postcode area; `longest` of these two. */
function reportsOf(period: Days, { byStatus, byArea }: Groups, now: Date, longest: number): Reports {
  const within = momentsOf(period, now)
  const perStatus = (filter: LeadFilter, groups: readonly StatusGroup[], all = false): NamedFigure[] =>
    leadStatuses.flatMap((status) => {
      const own = groups.filter(({ _id }) => _id.status === status)
      return own.length > 0 || all ? [{ name: status, figure: counted({ ...filter, status }, sumOf(own)) }] : []
    })
  const parted = (name: string, filter: LeadFilter, groups: readonly StatusGroup[]): FigureByStatus => ({
    name,
    figure: counted(filter, sumOf(groups)),
    statuses: perStatus(filter, groups),
  })
  const areas = [...new Set(byArea.flatMap(({ _id }) => _id.area || []))]
  const names = [...new Set(byStatus.flatMap(({ _id }) => _id.source || []))]
  const sources = names.map((source) =>
    parted(
      source,
      { ...within, source },
      byStatus.filter(({ _id }) => _id.source === source),
    ),
  )
  return {
    days: barsOf(period).map(({ from, to }) =>
      parted(
        from,
        momentsOf({ from, to }, now),
        byStatus.filter(({ _id }) => _id.day >= from && _id.day <= to),
      ),
    ),
    statuses: perStatus(within, byStatus, true),
    sources: mostFirst(sources, longest),
    areas: mostFirst(
      areas.map((area) => ({
        name: nameOfArea(area),
        figure: counted({ ...within, area }, sumOf(byArea.filter(({ _id }) => _id.area === area))),
      })),
      longest,
    ),
  }
}

const sumOf = (groups: readonly { count: number }[]) => groups.reduce((sum, { count }) => sum + count, 0)

const mostFirst = <Named extends NamedFigure>(figures: readonly Named[], longest: number): Named[] =>
  figures.toSorted((a, b) => b.figure.count - a.figure.count || a.name.localeCompare(b.name)).slice(0, longest)

function nameOfArea(area: string): string {
  const town = townOf(area)
  return town ? `${town} (${area})` : `Eircodes ${area}`
}
