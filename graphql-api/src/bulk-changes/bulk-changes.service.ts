import {
  bulkChangeKinds,
  maximumSelected,
  type BulkAction,
  type BulkChange,
} from '@kerbside/schema/bulk-changes/bulk-change'
import {
  bulkChangeEnd,
  BulkChangeModel,
  toBulkChange,
  unfinishedChanges,
  type BulkChangeRecord,
} from '@kerbside/schema/bulk-changes/bulk-change.model'
import { AppError, invalid } from '@kerbside/schema/errors'
import { leadStatuses } from '@kerbside/schema/leads/lead'
import { LeadFilter, withoutEmpty } from '@kerbside/schema/leads/list/lead-filter'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { LeadChange, messageToHomeowner } from '../leads/change-lead.ts'
import { findAssignee } from '../users/users.service.ts'

const SeenLead = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'This is no lead')
    .transform(Number),
  version: z.number().int(),
})

const Wanted = z.object({
  id: z.guid('Must be a UUID').toLowerCase(),
  filter: LeadFilter.nullish(),
  leads: z.array(SeenLead).max(maximumSelected, `Select ${maximumSelected} leads at a time at most`).nullish(),
  kind: z.enum(bulkChangeKinds, 'This is no change of leads'),
})

/** What each kind needs beside that. */
const Details = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('assign'), userId: z.string().nullish() }),
  z.object({
    kind: z.literal('status'),
    status: z.enum(leadStatuses, 'This is not a status'),
    note: LeadChange.shape.note,
  }),
  z.object({ kind: z.literal('message'), message: messageToHomeowner }),
  z.object({ kind: z.literal('follow-up'), followUpAt: LeadChange.shape.followUpAt.unwrap() }),
  z.object({ kind: z.literal('delete') }),
])

export const permissionFor = (kind: BulkAction['kind']) => (kind === 'delete' ? 'lead:delete' : 'lead:edit')

/**
 * Has the selected leads changed, or all that the filter leaves: at once by this process, and by whichever is free if that
 * one is gone. The same id again gives the change as far as it is.
 */
export async function startBulkChange(ctx: Context, input: unknown): Promise<BulkChange> {
  requireCan(ctx.viewer, 'lead:edit')
  const { id: userId, name } = ctx.viewer
  const { id, filter, leads, kind } = parse(Wanted, input)
  requireCan(ctx.viewer, permissionFor(kind))
  // What was forgotten must not stand for all leads.
  if (Boolean(filter) === Boolean(leads)) {
    throw invalid('leads', 'Name either the leads or a filter. An empty filter stands for all leads.')
  }
  const at = ctx.now()
  const wanted = {
    requestedBy: { id: userId, name },
    filter: leads ? {} : withoutEmpty(filter ?? {}),
    selected: leads ? [...new Map(leads.map((lead) => [lead.id, lead])).values()] : null,
    action: await actionOf(parse(Details, input)),
  }
  const known = await BulkChangeModel.findById(id).lean()
  if (known) return repeated(known, wanted)
  const times = { createdAt: at, leaseUntil: at, expiresAt: bulkChangeEnd(at) }
  try {
    const record = await BulkChangeModel.create({ _id: id, ...wanted, ...times })
    ctx.log.info({ userId, bulkChangeId: id, kind }, 'change of many leads asked for')
    ctx.bulkChanges.wake()
    return toBulkChange(record.toObject())
  } catch (error) {
    if ((error as { code?: unknown }).code !== 11000) throw error
    const other = await BulkChangeModel.findById(id).lean()
    if (other) return repeated(other, wanted)
    const text = 'Another change of many leads that you asked for is under way. Wait for it, or stop it.'
    throw new AppError('CONFLICT', text, { cause: error })
  }
}

async function actionOf(details: z.output<typeof Details>): Promise<BulkAction> {
  switch (details.kind) {
    case 'assign':
      return { kind: 'assign', assignedTo: details.userId ? await findAssignee(details.userId, 'userId') : null }
    case 'status':
      return { ...details, note: details.note ?? null }
    default:
      return details
  }
}

type Asked = Pick<BulkChangeRecord, 'requestedBy' | 'filter' | 'selected' | 'action'>

/** The id of somebody else's change, or of another one, is rejected: what was asked for now would never be done. */
function repeated(known: BulkChangeRecord, wanted: Asked): BulkChange {
  const { requestedBy, filter, selected = null, action }: Asked = known
  if (!isDeepStrictEqual({ requestedBy, filter, selected, action }, wanted)) {
    throw invalid('id', 'This id stands for another change of leads.')
  }
  return toBulkChange(known)
}

/** The latest change that one has asked for oneself; null when there is none, or once its report was closed. */
export async function latestBulkChange(ctx: Context): Promise<BulkChange | null> {
  requireCan(ctx.viewer, 'lead:edit')
  const record = await BulkChangeModel.findOne({ 'requestedBy.id': ctx.viewer.id }).sort({ createdAt: -1 }).lean()
  return record && !record.dismissedAt ? toBulkChange(record) : null
}

/** Ends it after the lead that is being changed. What is done stays done; a change that is over stays as it is. */
export const stopBulkChange = (ctx: Context, id: string): Promise<BulkChange> =>
  changeOwn(ctx, id, unfinishedChanges, { $set: { state: 'stopped' }, $unset: { leaseUntil: 1 } })

/** Closes the report of a change that is over. */
export const dismissBulkChange = (ctx: Context, id: string): Promise<BulkChange> =>
  changeOwn(ctx, id, { leaseUntil: { $exists: false } }, { $set: { dismissedAt: ctx.now() } })

async function changeOwn(ctx: Context, id: string, condition: object, change: object): Promise<BulkChange> {
  requireCan(ctx.viewer, 'lead:edit')
  const own = { _id: id.toLowerCase(), 'requestedBy.id': ctx.viewer.id }
  const changed = await BulkChangeModel.findOneAndUpdate({ ...own, ...condition }, change, {
    returnDocument: 'after',
  }).lean()
  const record = changed ?? (await BulkChangeModel.findOne(own).lean())
  if (!record) throw new AppError('NOT_FOUND', 'There is no such change of leads.')
  return toBulkChange(record)
}
