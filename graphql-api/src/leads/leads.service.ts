import { leadSubject } from '@kerbside/schema/audit/audit'
import { sumsOf, type Sum } from '@kerbside/schema/amount'
import { AppError } from '@kerbside/schema/errors'
import { leadValue } from '@kerbside/schema/estimates/estimate'
import { deleteLeadRecords, removeWhatIsLeft } from '@kerbside/schema/manage/delete-leads.model'
import { leadFilter, openLeadList, type OpenedList } from '@kerbside/schema/leads/list/find-leads.model'
import {
  leadStatuses,
  type Lead,
  type LeadActivity,
  type LeadStats,
  type LeadStatus,
} from '@kerbside/schema/leads/lead'
import type { LeadRow } from '@kerbside/schema/leads/list/lead-filter'
import type { Placed } from '@kerbside/schema/leads/list/lead-order.model'
import { leadIndexes, LeadModel, toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { londonDays } from '@kerbside/schema/time/london-time'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import type { ClientSession, QueryFilter } from 'mongoose'
import { z } from 'zod'
import { recordAudit, recordView } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'

/** `fields`: what the caller shows of each lead. */
export async function openLeads<Field extends keyof LeadRow = keyof LeadRow>(
  ctx: Context,
  input: unknown,
  fields?: readonly Field[],
): Promise<OpenedList<Pick<LeadRow, Field | keyof Placed>>> {
  requireCan(ctx.viewer, 'lead:read')
  return openLeadList(input, ctx.now(), fields)
}

export const leadNotFound = () => new AppError('NOT_FOUND', 'The requested lead could not be found.')

/** The number in a lead's id, or null when it can be none. */
export const leadNumber = (id: unknown): number | null => (/^\d{1,15}$/.test(String(id)) ? Number(id) : null)

export async function getLead(ctx: Context, id: string): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:read')
  const number = leadNumber(id)
  const record = number === null ? null : await LeadModel.findById(number).lean()
  if (!record) throw leadNotFound()
  return toLead(record)
}

/** The same for a person who looks at the lead, which the audit trail records. */
export async function openLead(ctx: Context, id: string): Promise<Lead> {
  const lead = await getLead(ctx, id)
  await recordView(ctx, lead)
  return lead
}

const maximumOthers = 10

/** Other leads with the same email or mobile as this one, newest first. */
export async function otherLeads(ctx: Context, id: string): Promise<LeadRow[]> {
  const lead = await getLead(ctx, id)
  const { email, mobile } = lead
  const same: QueryFilter<LeadRecord>[] = [...(email ? [{ email }] : []), ...(mobile ? [{ mobile }] : [])]
  if (same.length === 0) return []
  // Nothing beside the $or, so that MongoDB takes an index for each of its branches.
  const records = await LeadModel.find({ $or: same }, { matching: 0, activity: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(maximumOthers + 1)
    .lean<LeadRecord[]>()
  return records
    .filter(({ _id }) => _id !== lead.id)
    .slice(0, maximumOthers)
    .map(toLead)
}

/** Why each firm was matched or not, for several leads at once, in their order. */
export async function matchingOf(ctx: Context, ids: readonly number[]): Promise<Lead['matching'][]> {
  requireCan(ctx.viewer, 'lead:read')
  const records = await LeadModel.find({ _id: { $in: [...ids] } }, { matching: 1 }).lean()
  const byId = new Map(records.map(({ _id, matching }) => [_id, matching]))
  return ids.map((id) => byId.get(id) ?? [])
}

/** What colleagues recorded on several leads at once, in their order. */
export async function activityOf(ctx: Context, ids: readonly number[]): Promise<LeadActivity[][]> {
  requireCan(ctx.viewer, 'lead:read')
  const records = await LeadModel.find({ _id: { $in: [...ids] } }, { activity: 1 }).lean()
  const byId = new Map(records.map(({ _id, activity }) => [_id, activity]))
  return ids.map((id) => byId.get(id) ?? [])
}

/** The figures above the lists: live, over all leads or those that a filter leaves. */
export async function leadStats(ctx: Context, filter?: unknown): Promise<LeadStats> {
  requireCan(ctx.viewer, 'lead:read')
  const now = ctx.now()
  const since = londonDays(now, 7).from
  const groups = filter ? await countByStatus(await leadFilter(filter, now), since) : await countAll(since)
  const countOf = (status: LeadStatus) => groups.find(({ _id }) => _id === status)?.count ?? 0
  const byStatus = Object.fromEntries(leadStatuses.map((status) => [status, countOf(status)])) as Record<
    LeadStatus,
    number
  >
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return {
    total,
    ...byStatus,
    conversionRate: total === 0 ? 0 : Math.round((byStatus.converted / total) * 100),
    thisWeek: groups.reduce((sum, { recent }) => sum + recent, 0),
  }
}

type StatusCount = { _id: LeadStatus; count: number; recent: number }

type Filtered = { match: QueryFilter<LeadRecord>; hint: Record<string, 1 | -1> }

async function countByStatus({ match, hint }: Filtered, since: Date): Promise<StatusCount[]> {
  const isRecent = { $cond: [{ $gte: ['$createdAt', since] }, 1, 0] }
  // Status and time are both in these indexes: no lead is read.
  return LeadModel.aggregate<StatusCount>([
    { $match: match },
    { $group: { _id: '$status', count: { $sum: 1 }, recent: { $sum: isRecent } } },
  ]).hint(hint)
}

/** Counts each status in the index, which for a million leads takes a fraction of grouping them. */
async function countAll(since: Date): Promise<StatusCount[]> {
  const count = (match: QueryFilter<LeadRecord>) => LeadModel.countDocuments(match, { hint: leadIndexes.status }).exec()
  return Promise.all(
    leadStatuses.map(async (status) => ({
      _id: status,
      count: await count({ status }),
      recent: await count({ status, createdAt: { $gte: since } }),
    })),
  )
}

/** What the leads that a filter leaves are worth: those with prices are read, and of each no more than these. */
export async function leadsValue(ctx: Context, filter?: unknown): Promise<Sum[]> {
  requireCan(ctx.viewer, 'lead:read')
  const { match } = await leadFilter(filter, ctx.now())
  const priced = await LeadModel.find({ $and: [match, { 'estimates.id': { $exists: true } }] }, { estimates: 1 })
    .hint('estimates')
    .lean<Pick<LeadRecord, 'estimates'>[]>()
  return sumsOf(priced.flatMap(({ estimates }) => leadValue(estimates) ?? []))
}

const Ids = z.object({ ids: z.array(z.string()).max(1_000, 'Delete 1,000 leads at a time at most') })

export type DeletedLeads = { deletedIds: string[]; skippedIds: string[] }

/** What is written in the same transaction as a lead. */
export type Alongside = (session: ClientSession) => Promise<void>

/** Leads and their emails go together. Ids that are no numbers, or of no lead, are skipped. */
export async function deleteLeads(
  ctx: Context,
  input: readonly string[],
  alongside?: Alongside,
): Promise<DeletedLeads> {
  requireCan(ctx.viewer, 'lead:delete')
  const ids = [...new Set(parse(Ids, { ids: input }).ids)]
  const numbers = ids.map(leadNumber).filter((id) => id !== null)
  const deletion = await inTransaction(async (session) => {
    const deleted = await deleteLeadRecords({ _id: { $in: numbers } }, ctx.now(), session)
    const subjects = deleted.leads.map(({ _id, reference }) => leadSubject(_id, reference))
    await recordAudit(
      ctx,
      subjects.map((subject) => ({ action: 'lead.deleted', subject })),
      session,
    )
    if (subjects.length > 0) await alongside?.(session)
    return deleted
  })
  await removeWhatIsLeft(deletion, ctx.log)
  const found = new Set(deletion.leads.map(({ _id }) => _id))
  const wasDeleted = (id: string) => found.has(leadNumber(id) ?? Number.NaN)
  return { deletedIds: ids.filter(wasDeleted), skippedIds: ids.filter((id) => !wasDeleted(id)) }
}

export async function deleteLead(ctx: Context, id: string, alongside?: Alongside): Promise<void> {
  const { deletedIds } = await deleteLeads(ctx, [id], alongside)
  if (deletedIds.length === 0) throw leadNotFound()
}
