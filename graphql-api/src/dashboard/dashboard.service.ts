import { requireCan } from '@kerbside/schema/users/user'
import { findLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { figureTexts, whyHidden, type FigureTexts } from '@kerbside/schema/promise/measured-figures'
import { findMeasuredFigures } from '@kerbside/schema/promise/measured-figures.model'
import type { LeadFilter, LeadRow } from '@kerbside/schema/leads/list/lead-filter'
import type { Context } from '../deps.ts'
import { awaitingPriceFigure, figureOf, keyFigures, reports, weeklyPerformance, type Figure } from './figures.ts'
import { priceReports } from './price-reports.ts'
import { nearlyDueFigure, nextLeads, weeklyPromise } from './promise.ts'
import { shared } from './shared-answer.ts'

/** How many leads each list of tasks shows. */
const shownTasks = 5

export const dashboardFigures = shared('figures', (now, _settings, leadEvents) => keyFigures(now, leadEvents))
export const dashboardWeeks = shared('weeks', (now, _settings, leadEvents) => weeklyPerformance(now, leadEvents))
export const dashboardReports = shared('reports', (now, _settings, leadEvents) => reports(now, leadEvents))
export const dashboardPrices = shared('prices', (now, _settings, leadEvents) => priceReports(now, leadEvents))
export const dashboardPromise = shared('promise', weeklyPromise)
export const dashboardNearlyDue = shared('nearlyDue', nearlyDueFigure)
export const dashboardNextLeads = shared('nextLeads', (now, settings, leadEvents) =>
  nextLeads(now, settings, leadEvents, shownTasks),
)

/** Who waits for a price since a firm accepted the job, the lead that came first first. */
export const dashboardAwaitingPrice = shared('awaitingPrice', async (now, _settings, leadEvents) => {
  const [figure, page] = await Promise.all([
    awaitingPriceFigure(now, leadEvents),
    findLeads({ filter: { awaitingPrice: true }, sort: 'oldest', first: shownTasks }, now),
  ])
  return { figure, leads: page.records }
})

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
