import { capped, leadTotal } from '@kerbside/schema/leads/find-leads.model'
import type { LeadStatus } from '@kerbside/schema/leads/lead'
import type { LeadFilter, LeadTotal } from '@kerbside/schema/leads/lead-filter'
import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { dayAfter, londonDay, londonDays } from '@kerbside/schema/time/london-time'
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
async function figuresOf<Name extends string>(filters: Record<Name, LeadFilter>, now: Date) {
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

/** How many days the charts look back, today included. */
const reportDays = 30
const longest = 8

export type Reports = Record<'days' | 'statuses' | 'sources' | 'areas', NamedFigure[]>

/** The leads of the last 30 days by day, by status today, by source and by postcode area. */
export async function reports(now: Date): Promise<Reports> {
  const since = londonDays(now, reportDays)
  const [byDayAndArea, bySource, byStatus] = await Promise.all([
    countByDayAndArea(since.from),
    countBySource(since.from),
    figuresOf(statusFilters(since), now),
  ])
  const sumBy = (key: 'day' | 'area') => {
    const sums = new Map<string, number>()
    for (const { _id, count } of byDayAndArea) {
      const name = _id[key]
      if (name) sums.set(name, (sums.get(name) ?? 0) + count)
    }
    return sums
  }
  const perDay = sumBy('day')
  const areas = [...sumBy('area')].sort(([a, few], [b, many]) => many - few || a.localeCompare(b)).slice(0, longest)
  return {
    days: Array.from({ length: reportDays }, (_, index) => {
      const name = dayAfter(londonDay(now), index - reportDays + 1)
      return { name, figure: counted(londonDays(now, 1, reportDays - 1 - index), perDay.get(name) ?? 0) }
    }),
    statuses: Object.entries(byStatus).map(([name, figure]) => ({ name, figure })),
    sources: bySource.map(({ _id, count }) => ({ name: _id, figure: counted({ ...since, source: _id }, count) })),
    areas: areas.map(([area, count]) => ({ name: nameOfArea(area), figure: counted({ ...since, area }, count) })),
  }
}

function nameOfArea(area: string): string {
  const town = townOf(area)
  return town ? `${town} (${area})` : `Eircodes ${area}`
}

const receivedSince = (from: Date): PipelineStage.Match => ({ $match: { createdAt: { $gte: from } } })

/** One pass over the index of days and postcodes: no lead is read. */
function countByDayAndArea(from: Date) {
  const day = { $dateToString: { date: '$createdAt', format: '%Y-%m-%d', timezone: 'Europe/London' } }
  const found = { $regexFind: { input: '$postcode', regex: '^[A-Z]{1,2}(?=[0-9])' } }
  const area = { $let: { vars: { found }, in: '$$found.match' } }
  return LeadModel.aggregate<{ _id: { day: string; area?: string | null }; count: number }>([
    receivedSince(from),
    { $group: { _id: { day, area }, count: { $sum: 1 } } },
  ]).hint({ ...leadIndexes.area })
}

/** The most frequent sources, from the index of the newest leads. */
function countBySource(from: Date) {
  return LeadModel.aggregate<{ _id: string; count: number }>([
    receivedSince(from),
    { $match: { 'attribution.source': { $gt: '' } } },
    { $group: { _id: '$attribution.source', count: { $sum: 1 } } },
    { $sort: { count: -1, _id: 1 } },
    { $limit: longest },
  ]).hint({ ...leadIndexes.created })
}
