import { capped, leadTotal } from '@kerbside/schema/leads/find-leads.model'
import { leadStatuses, type LeadStatus } from '@kerbside/schema/leads/lead'
import type { LeadFilter, LeadTotal } from '@kerbside/schema/leads/lead-filter'
import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { barsOf, lastDays, momentsOf, type Days } from '@kerbside/schema/leads/report-period'
import { londonDays } from '@kerbside/schema/time/london-time'
import { townOf } from '@kerbside/schema/quotes/places'
import type { PipelineStage } from 'mongoose'

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

const statusFilters = (filter: LeadFilter) => ({
  new: { ...filter, status: 'new' as const },
  contacted: { ...filter, status: 'contacted' as const },
  quoted: { ...filter, status: 'quoted' as const },
  converted: { ...filter, status: 'converted' as const },
  lost: { ...filter, status: 'lost' as const },
})

export type KeyFigures = Record<LeadStatus | 'total' | 'pending' | 'thisWeek' | 'waiting', Figure> & {
  conversionRate: number
}

/** The cards. `waiting`: received this week, and nobody has answered the homeowner. */
export async function keyFigures(now: Date): Promise<KeyFigures> {
  const thisWeek = londonDays(now, 7)
  const [figures, converted, all] = await Promise.all([
    figuresOf(
      {
        total: {},
        pending: { pending: true },
        thisWeek,
        waiting: { ...thisWeek, waiting: true },
        ...statusFilters({}),
      },
      now,
    ),
    // The rate needs numbers that are not capped. Both come from an index or from metadata, no lead is read.
    LeadModel.countDocuments({ status: 'converted' }, { hint: { ...leadIndexes.status } }).exec(),
    LeadModel.estimatedDocumentCount().exec(),
  ])
  return { ...figures, conversionRate: all === 0 ? 0 : Math.round((converted / all) * 100) }
}

export type WeekFigures = Record<'received' | 'contacted' | 'quoted' | 'converted', Figure>

/** What has become of the leads received this week, and of those of the week before. */
export async function weeklyPerformance(now: Date): Promise<{ thisWeek: WeekFigures; lastWeek: WeekFigures }> {
  const week = (period: LeadFilter) => {
    const { contacted, quoted, converted } = statusFilters(period)
    return figuresOf({ received: period, contacted, quoted, converted }, now)
  }
  const [thisWeek, lastWeek] = await Promise.all([week(londonDays(now, 7)), week(londonDays(now, 7, 7))])
  return { thisWeek, lastWeek }
}

/** A figure of each status that there is. */
export type FigureByStatus = NamedFigure & { statuses: NamedFigure[] }

export type Reports = {
  /** Of a long period each stands for a week; named after its first day. */
  days: FigureByStatus[]
  sources: FigureByStatus[]
} & Record<'statuses' | 'areas', NamedFigure[]>

/** The leads of the last 30 days, and the eight most frequent sources and areas. */
export const reports = (now: Date): Promise<Reports> => reportsOf(lastDays(now, 30), now, 8)

/** The leads of a period by day and status, by status today, by source and by postcode area; `longest` of these two. */
export async function reportsOf(period: Days, now: Date, longest: number): Promise<Reports> {
  const within = momentsOf(period, now)
  const [byStatus, byArea] = await Promise.all([countByStatus(within), countByArea(within)])
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
      byArea.flatMap(({ _id, count }) =>
        _id ? [{ name: nameOfArea(_id), figure: counted({ ...within, area: _id }, count) }] : [],
      ),
      longest,
    ),
  }
}

const sumOf = (groups: readonly StatusGroup[]) => groups.reduce((sum, { count }) => sum + count, 0)

const mostFirst = <Named extends NamedFigure>(figures: readonly Named[], longest: number): Named[] =>
  figures.toSorted((a, b) => b.figure.count - a.figure.count || a.name.localeCompare(b.name)).slice(0, longest)

function nameOfArea(area: string): string {
  const town = townOf(area)
  return town ? `${town} (${area})` : `Eircodes ${area}`
}

type Moments = ReturnType<typeof momentsOf>

const receivedIn = ({ from, to }: Moments): PipelineStage.Match => ({
  $match: { createdAt: { $gte: from, ...(to && { $lte: to }) } },
})

type StatusGroup = { _id: { day: string; status: LeadStatus; source?: string | null }; count: number }

/** One pass over the index of the newest leads: no lead is read. */
function countByStatus(within: Moments) {
  const day = { $dateToString: { date: '$createdAt', format: '%Y-%m-%d', timezone: 'Europe/London' } }
  return LeadModel.aggregate<StatusGroup>([
    receivedIn(within),
    { $group: { _id: { day, status: '$status', source: '$attribution.source' }, count: { $sum: 1 } } },
  ]).hint({ ...leadIndexes.created })
}

/** The same over the index of postcodes. */
function countByArea(within: Moments) {
  const found = { $regexFind: { input: '$postcode', regex: '^[A-Z]{1,2}(?=[0-9])' } }
  const area = { $let: { vars: { found }, in: '$$found.match' } }
  return LeadModel.aggregate<{ _id: string | null; count: number }>([
    receivedIn(within),
    { $group: { _id: area, count: { $sum: 1 } } },
  ]).hint({ ...leadIndexes.area })
}
