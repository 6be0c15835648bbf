import type { LeadActivity, StatusChange } from '@kerbside/schema/leads/lead'
import { LeadModel, workedLeads, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { requireCan } from '@kerbside/schema/users/user'
import { findLeads } from '@kerbside/schema/leads/find-leads.model'
import type { LeadFilter, LeadRow } from '@kerbside/schema/leads/lead-filter'
import type { Context } from '../deps.ts'
import { figureOf, keyFigures, reports, weeklyPerformance, type Figure } from './figures.ts'
import { nextLeads, promiseReport } from './promise.ts'
import { shared } from './shared-answer.ts'

/** How many leads or changes a part of a dashboard shows. */
const shown = { tasks: 5, activity: 10 }

export const dashboardFigures = shared('figures', keyFigures)
export const dashboardWeeks = shared('weeks', weeklyPerformance)
export const dashboardReports = shared('reports', reports)
export const dashboardPromise = shared('promise', promiseReport)
export const dashboardNextLeads = shared('nextLeads', (now, settings) => nextLeads(now, settings, shown.tasks))
export const dashboardActivity = shared('activity', () => latestActivity(shown.activity))

/** The follow-ups of the viewer that are due, the longest overdue first. */
export async function ownFollowUps(ctx: Context): Promise<{ figure: Figure; leads: LeadRow[] }> {
  requireCan(ctx.viewer, 'lead:read')
  const filter: LeadFilter = { followUp: true, assignedTo: ctx.viewer.id }
  const [figure, page] = await Promise.all([
    figureOf(filter, ctx.now()),
    findLeads({ filter, sort: 'nextFollowUp', first: shown.tasks }, ctx.now()),
  ])
  return { figure, leads: page.records }
}

/** What a colleague did on a lead: a move of its status, or what the lead's activity records. */
export type DashboardActivity = { lead: Pick<LeadRecord, '_id' | 'reference' | 'fullName'>; at: Date } & (
  { move: StatusChange; entry: null } | { move: null; entry: LeadActivity }
)

/** Leads among which the latest changes are looked for. A worker changes the time of a lead too. */
const searchedLeads = 50

/** Newest first, from the leads that people changed last: an index, and so many leads at most. */
async function latestActivity(count: number): Promise<DashboardActivity[]> {
  const latest = { $slice: -count }
  const leads = await LeadModel.find(workedLeads)
    .select({ reference: 1, fullName: 1, activity: latest, statusHistory: latest })
    .sort({ updatedAt: -1, _id: -1 })
    .limit(searchedLeads)
    .hint('worked')
    .lean<LeadRecord[]>()
  return leads
    .flatMap((lead): DashboardActivity[] => [
      ...lead.statusHistory.map((move) => ({ lead, at: move.at, move, entry: null })),
      ...(lead.activity ?? []).map((entry) => ({ lead, at: entry.at, move: null, entry })),
    ])
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, count)
}
