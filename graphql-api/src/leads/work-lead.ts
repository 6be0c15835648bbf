import { AppError, invalid, type ErrorCode } from '@kerbside/schema/errors'
import { leadStatuses, type Lead } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { findAssignee } from '../users/users.service.ts'
import { changeLead, LeadChange } from './change-lead.ts'
import { leadNumber } from './leads.service.ts'

// What staff do with a lead (docs/specification.md, 5.6): each is one change of it.

/** Moves a lead on. The same status again changes nothing and is no error. */
export function updateLeadStatus(
  ctx: Context,
  { id, ...change }: { id: string } & Pick<LeadChange, 'status' | 'note' | 'version' | 'changeId'>,
): Promise<Lead> {
  return changeLead(ctx, id, change)
}

/** Adds a note for colleagues. It meets nobody else's change: two at the same moment are both stored. */
export function addLeadNote(
  ctx: Context,
  { id, ...change }: { id: string } & Pick<LeadChange, 'text' | 'changeId'>,
): Promise<Lead> {
  return changeLead(ctx, id, change)
}

const Assignment = z.object({
  ids: z.array(z.string()).max(200, 'Assign 200 leads at a time at most'),
  userId: z.string().nullish(),
  version: LeadChange.shape.version,
  changeId: LeadChange.shape.changeId,
})

/** Gives leads to a colleague, or takes them from whoever has them. Ids of no lead are left out. */
export async function assignLeads(ctx: Context, input: z.input<typeof Assignment>): Promise<Lead[]> {
  requireCan(ctx.viewer, 'lead:edit')
  const { ids, userId, version, changeId } = parse(Assignment, input)
  const numbers = [...new Set(ids.map(leadNumber))].filter((number) => number !== null)
  if (version && ids.length !== 1) throw invalid('version', 'Give a version with one lead only.')
  const assignee = userId ? await findAssignee(userId, 'userId') : null
  const existing = await LeadModel.distinct('_id', { _id: { $in: numbers } })
  const leads: Lead[] = []
  for (const number of numbers.filter((id) => existing.includes(id))) {
    leads.push(await changeLead(ctx, String(number), { assignedTo: assignee?.id ?? null, version, changeId }))
  }
  return leads
}

export function setLeadFollowUp(
  ctx: Context,
  { id, ...change }: { id: string } & Pick<LeadChange, 'followUpAt' | 'version' | 'changeId'>,
): Promise<Lead> {
  return changeLead(ctx, id, change)
}

/** Records that the person called or emailed the homeowner; like a note it meets nobody else's change. */
export function logLeadContact(ctx: Context, { id, contact }: { id: string } & Pick<LeadChange, 'contact'>) {
  return changeLead(ctx, id, { contact })
}

export const skipReasons = ['not-found', 'not-allowed', 'changed-meanwhile'] as const
export type SkippedLead = { id: string; reason: (typeof skipReasons)[number]; message: string }

/** What became of each lead of one call. */
export type BulkOutcome = {
  changedIds: string[]
  /** They were so already. */
  unchangedIds: string[]
  skipped: SkippedLead[]
}

export const selection = {
  ids: z.array(z.string()).max(200, 'Change 200 leads at a time at most'),
  /** Of the leads that were seen, in the order of the ids; a lead that has another one is skipped. */
  versions: z.array(z.number().int()).nullish(),
}
const StatusOfLeads = z.object({
  ...selection,
  status: z.enum(leadStatuses, 'This is not a status'),
  note: LeadChange.shape.note,
})
const FollowUpOfLeads = z.object({ ...selection, followUpAt: LeadChange.shape.followUpAt.unwrap() })

/** Moves leads on. Those that may not make the move are skipped. */
export async function updateLeadStatuses(ctx: Context, input: z.input<typeof StatusOfLeads>): Promise<BulkOutcome> {
  requireCan(ctx.viewer, 'lead:edit')
  const { status, note, ...leads } = parse(StatusOfLeads, input)
  return changeEach(leads, ({ id, version }) => changeLead(ctx, id, { status, note, version }))
}

export async function setLeadFollowUps(ctx: Context, input: z.input<typeof FollowUpOfLeads>): Promise<BulkOutcome> {
  requireCan(ctx.viewer, 'lead:edit')
  const { followUpAt, ...leads } = parse(FollowUpOfLeads, input)
  return changeEach(leads, ({ id, version }) => changeLead(ctx, id, { followUpAt, version }))
}

type Selection = { ids: string[]; versions?: number[] | null | undefined }

/** Each lead is changed by itself, so that one that cannot be changed holds up no other. Repeating the call does no harm. */
export async function changeEach(
  { ids, versions }: Selection,
  change: (seen: { id: string; version: number | undefined }) => Promise<Lead>,
): Promise<BulkOutcome> {
  if (versions && versions.length !== ids.length) throw invalid('versions', 'Give one version for each id.')
  const seen = new Map(ids.map((id, place) => [id, versions?.[place]]))
  const numbers = ids.map(leadNumber).filter((number) => number !== null)
  const records = await LeadModel.find({ _id: { $in: numbers } }, { version: 1 }).lean()
  const before = new Map(records.map(({ _id, version }) => [_id, version]))

  const result: BulkOutcome = { changedIds: [], unchangedIds: [], skipped: [] }
  for (const [id, version] of seen) {
    try {
      const lead = await change({ id, version })
      const isUnchanged = lead.version === before.get(lead.id)
      result[isUnchanged ? 'unchangedIds' : 'changedIds'].push(id)
    } catch (error) {
      result.skipped.push({ id, ...skipFor(error) })
    }
  }
  return result
}

const reasons: Partial<Record<ErrorCode, SkippedLead['reason']>> = {
  NOT_FOUND: 'not-found',
  INVALID: 'not-allowed',
  CONFLICT: 'changed-meanwhile',
}

/** An error that is not about this lead ends the whole call. */
export function skipFor(error: unknown): Omit<SkippedLead, 'id'> {
  const reason = error instanceof AppError ? reasons[error.code] : undefined
  if (!(error instanceof AppError) || reason === undefined) throw error
  return { reason, message: Object.values(error.fields ?? {}).flat()[0] ?? error.message }
}
