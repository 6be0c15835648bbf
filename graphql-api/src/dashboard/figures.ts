import { capped, leadTotal } from '@kerbside/schema/leads/list/find-leads.model'
import { leadStatuses, type LeadStatus } from '@kerbside/schema/leads/lead'
import type { LeadFilter, LeadTotal } from '@kerbside/schema/leads/list/lead-filter'
import { leadIndexes, LeadModel } from '@kerbside/schema/leads/lead.model'
import { barsOf, momentsOf, type Days } from '@kerbside/schema/dashboard/report-period'
import { londonDays } from '@kerbside/schema/time/london-time'
import { townOf } from '@kerbside/schema/quotes/places'
import { countByArea, countByStatus, type AreaGroup, type Moments, type StatusGroup } from './lead-groups.ts'

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

/** The rate needs a number that is not capped. It comes from an index, no lead is read. */
async function conversionRate(): Promise<number> {
  const [all, converted] = await Promise.all([
    LeadModel.estimatedDocumentCount().exec(),
    LeadModel.countDocuments({ status: 'converted' }, { hint: leadIndexes.status }).exec(),
  ])
  return all === 0 ? 0 : Math.round((converted / all) * 100)
}

export type KeyFigures = Record<LeadStatus | 'total' | 'pending' | 'thisWeek' | 'waiting', Figure> & {
  conversionRate: number
}

/** The cards. `waiting`: received this week, and nobody has answered the homeowner. */
export async function keyFigures(now: Date): Promise<KeyFigures> {
  const week = londonDays(now, 7)
  const byStatus = Object.fromEntries(leadStatuses.map((status) => [status, { status }]))
  const [figures, rate] = await Promise.all([
    figuresOf(
      {
        ...(byStatus as Record<LeadStatus, LeadFilter>),
        total: {},
        pending: { pending: true },
        thisWeek: week,
        waiting: { ...week, waiting: true },
      },
      now,
    ),
    conversionRate(),
  ])
  return { ...figures, conversionRate: rate }
}

export type WeekFigures = Record<'received' | 'contacted' | 'quoted' | 'converted', Figure>

/** What has become of the leads received this week, and of those of the week before. */
export async function weeklyPerformance(now: Date): Promise<{ thisWeek: WeekFigures; lastWeek: WeekFigures }> {
  const week = (period: Moments): Promise<WeekFigures> =>
    figuresOf(
      {
        received: period,
        contacted: { ...period, status: 'contacted' },
        quoted: { ...period, status: 'quoted' },
        converted: { ...period, status: 'converted' },
      },
      now,
    )
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

/** The leads of a period by day and status, by status today, by source and by postcode area; `longest` of these two. */
export async function reports(period: Days, now: Date, longest: number): Promise<Reports> {
  const within = momentsOf(period, now)
  const [byStatus, byArea] = await Promise.all([countByStatus(within), countByArea(within)])
  return reportsOf(period, { byStatus, byArea }, now, longest)
}

type Groups = { byStatus: readonly StatusGroup[]; byArea: readonly AreaGroup[] }

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
