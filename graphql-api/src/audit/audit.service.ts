import type { AuditAction, AuditEntry } from '@kerbside/schema/audit/audit'
import { AuditFilter, AuditListInput, type AuditPage } from '@kerbside/schema/audit/audit-filter'
import { AuditEntryModel, type AuditEntryRecord } from '@kerbside/schema/audit/audit.model'
import { beyondTime, readCursor, toCursor } from '@kerbside/schema/list-cursor.model'
import { readPageInput, toListPage, type PageBounds } from '@kerbside/schema/lists'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import type { QueryFilter } from 'mongoose'
import type { z } from 'zod'
import type { Context } from '../deps.ts'

/** Totals are exact up to this number. */
const countedEntries = 10_000

/** Newest first, a page at a time from either end. */
export async function listAudit(ctx: Context, input: unknown): Promise<AuditPage> {
  requireCan(ctx.viewer, 'audit:read')
  const { filter, ...page } = parse(AuditListInput, input)
  const bounds = readPageInput(page)
  const wanted = toMongoFilter(filter ?? {})
  const found = await readEntries(wanted, { ...bounds, size: bounds.size + 1 })
  const count = () => AuditEntryModel.countDocuments(wanted, { limit: countedEntries + 1 }).exec()
  return toListPage(found, bounds, count, countedEntries)
}

/** What changes nothing: a look at something, and people who come and go. */
const noChanges: readonly AuditAction[] = ['lead.viewed', 'quote-file.opened', 'user.signed-in', 'user.signed-out']
const recentCount = 10

/** What was changed last, newest first, for the dashboard. */
export async function recentChanges(ctx: Context): Promise<AuditEntry[]> {
  requireCan(ctx.viewer, 'audit:read')
  return readEntries({ action: { $nin: [...noChanges] } }, { backwards: false, size: recentCount })
}

/** How many entries are read at a time when all of them are. */
const entriesAtOnce = 500

/** Everything that a filter leaves, newest first, without holding more than a part of it. */
export async function* allEntries(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  const wanted = toMongoFilter(parse(AuditFilter, filter))
  for (let after: string | null = null; ;) {
    const entries = await readEntries(wanted, { after, backwards: false, size: entriesAtOnce })
    yield entries
    const last = entries.at(-1)
    if (last === undefined || entries.length < entriesAtOnce) return
    after = auditCursorOf(last)
  }
}

/** Built from parsed values only: nothing a client sends can be an operator. */
function toMongoFilter(filter: z.output<typeof AuditFilter>): QueryFilter<AuditEntryRecord> {
  const { by, action, kind, reference, from, to } = filter
  return {
    ...(by && { 'by.id': by.toLowerCase() }),
    ...(action && { action }),
    ...(kind && { 'subject.kind': kind }),
    ...(reference && { 'subject.label': reference }),
    ...((from || to) && { at: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
  }
}

async function readEntries(
  wanted: QueryFilter<AuditEntryRecord>,
  { after, before, backwards, size }: PageBounds,
): Promise<AuditEntry[]> {
  const direction = backwards ? 1 : -1
  const older = after ? [beyond('$lt', after, 'after')] : []
  const newer = before ? [beyond('$gt', before, 'before')] : []
  const records = await AuditEntryModel.find({ $and: [wanted, ...older, ...newer] })
    .sort({ at: direction, _id: direction })
    .limit(size)
    .lean<AuditEntryRecord[]>()
  return records.map(({ _id, ...entry }) => ({ ...entry, id: _id }))
}

export const auditCursorOf = ({ at, id }: Pick<AuditEntry, 'at' | 'id'>) => toCursor('audit', at.getTime(), id)

/** Entries on one side of another. */
function beyond(operator: '$lt' | '$gt', cursor: string, field: string): QueryFilter<AuditEntryRecord> {
  const [time, id] = readCursor('audit', /^(\d{1,15}) ([\w-]{1,80})$/, cursor, field)
  return beyondTime('at', operator, new Date(Number(time)), id)
}
