import { AppError, invalid } from '@kerbside/schema/errors'
import { leadReopened } from '@kerbside/schema/events/event.jobs'
import { isPending, type Lead } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { isUndoable } from '@kerbside/schema/time/undo'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { findAssignee } from '../users/users.service.ts'
import { changeLead, LeadChange } from './change-lead.ts'
import { leadNumber } from './leads.service.ts'
import { writeLead } from './write-lead.ts'

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
export function logLeadContact(
  ctx: Context,
  { id, ...change }: { id: string } & Pick<LeadChange, 'contact' | 'outcome' | 'text' | 'changeId'>,
): Promise<Lead> {
  return changeLead(ctx, id, change)
}

const UndoneMove = z.object({ id: z.string(), version: LeadChange.shape.version.unwrap().unwrap() })

/**
 * Takes the latest move of status back, as if it had not been made: no promise was kept by it. Only by the person who made it,
 * within a minute, and while nobody has changed the lead since. The audit trail has both.
 */
export function undoLeadStatus(ctx: Context, input: { id: string; version: number }): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const { id, version } = parse(UndoneMove, input)
  return writeLead(ctx, { id, version }, (lead) => {
    const move = lead.statusHistory.at(-1)
    const isOwn = move?.by?.id === ctx.viewer?.id && move?.to === lead.status
    if (!move || !isOwn || !isUndoable(move.at, ctx.now()))
      throw new AppError('CONFLICT', 'This move can no longer be taken back. Choose the status anew.')
    const statusHistory = lead.statusHistory.slice(0, -1)
    const lostReason = move.from === 'lost' ? (statusHistory.at(-1)?.note ?? null) : null
    // Its open offers were withdrawn with the move.
    const event = !isPending(move.to) && isPending(move.from) ? { event: leadReopened(lead.id, ctx.now()) } : {}
    return { set: { status: move.from, statusHistory, lostReason }, activity: [], ...event }
  })
}
