import { requireCan } from '@kerbside/schema/users/user'
import { lastDays } from '@kerbside/schema/dashboard/report-period'
import { findLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { figureTexts, whyHidden, type FigureTexts } from '@kerbside/schema/promise/measured-figures'
import { findMeasuredFigures } from '@kerbside/schema/promise/measured-figures.model'
import type { LeadFilter, LeadRow } from '@kerbside/schema/leads/list/lead-filter'
import type { Context } from '../deps.ts'
import { figureOf, keyFigures, reports, weeklyPerformance, type Figure } from './figures.ts'
import { priceReports } from './price-reports.ts'
import { nearlyDueFigure, nextLeads, promiseReport } from './promise.ts'
import { shared } from './shared-answer.ts'

/** How many leads each list of tasks shows. */
const shownTasks = 5
/** Rows of each report: the most frequent ones. */
const shownRows = 8
/** How many days back the prices were sent, or the jobs accepted. */
const priceDays = 90

export const dashboardFigures = shared('figures', keyFigures)
export const dashboardWeeks = shared('weeks', weeklyPerformance)
export const dashboardReports = shared('reports', (now) => reports(lastDays(now, 30), now, shownRows))
export const dashboardPrices = shared('prices', (now) =>
  priceReports({ from: new Date(now.getTime() - priceDays * 86_400_000) }, shownRows),
)
export const dashboardPromise = shared('promise', promiseReport)
export const dashboardNearlyDue = shared('nearlyDue', nearlyDueFigure)
export const dashboardNextLeads = shared('nextLeads', (now, settings) => nextLeads(now, settings, shownTasks))

/** Who waits for a price since a firm accepted the job, the lead that came first first. */
export const dashboardAwaitingPrice = shared('awaitingPrice', (now) => tasksOf({ awaitingPrice: true }, now))

/** Whose choice no contractor has confirmed, in the same order. */
export const dashboardAwaitingConfirmation = shared('awaitingConfirmation', (now) =>
  tasksOf({ awaitingConfirmation: true }, now),
)

async function tasksOf(filter: LeadFilter, now: Date) {
  const [figure, page] = await Promise.all([
    figureOf(filter, now),
    findLeads({ filter, sort: 'oldest', first: shownTasks }, now),
  ])
  return { figure, leads: page.records }
}

/** The follow-ups of the viewer that are due, the longest overdue first. */
export async function ownFollowUps(ctx: Context): Promise<{ figure: Figure; leads: LeadRow[] }> {
  requireCan(ctx.viewer, 'lead:read')
  const filter: LeadFilter = { followUp: true, assignedTo: ctx.viewer.id }
  const [figure, page] = await Promise.all([
    figureOf(filter, ctx.now()),
    findLeads({ filter, sort: 'nextFollowUp', first: shownTasks }, ctx.now()),
  ])
  return { figure, leads: page.records }
}

/** What the texts of pages may tell of the last 90 days, and whether they do today. */
export type PublicFigures = {
  measuredAt: Date | null
  /** That were measured. */
  leads: number
  /** Null while there is nothing to tell. */
  texts: FigureTexts | null
  /** Why the pages do not show them, in a sentence; null: they do. */
  hiddenBecause: string | null
}

export async function publicFigures(ctx: Context): Promise<PublicFigures> {
  requireCan(ctx.viewer, 'lead:read')
  const measured = await findMeasuredFigures()
  return {
    measuredAt: measured?.measuredAt ?? null,
    leads: measured?.leads ?? 0,
    texts: measured && figureTexts(measured),
    hiddenBecause: whyHidden(measured, ctx.settings(), ctx.now()),
  }
}
