import {
  BulkChangeModel,
  unfinishedChanges,
  type BulkChangeRecord,
} from '@kerbside/schema/bulk-changes/bulk-change.model'
import { doneIn, type BulkAction } from '@kerbside/schema/bulk-changes/bulk-change'
import { AppError } from '@kerbside/schema/errors'
import { LeadExportModel, unfinishedExports, type LeadExportRecord } from '@kerbside/schema/exports/export.model'
import { LeadImportModel, unfinishedImports, type LeadImportRecord } from '@kerbside/schema/imports/import.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import type { ClientSession } from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'

export const longWorkKinds = ['bulk-change', 'import', 'export'] as const
export type LongWorkKind = (typeof longWorkKinds)[number]

/** Work of minutes that a colleague has asked for and that is not over yet. */
export type LongWork = {
  kind: LongWorkKind
  id: string
  requestedBy: string
  /** What a bulk change does; null of other work. */
  action: BulkAction['kind'] | null
  /** Leads, or rows of an import. */
  done: number
  /** Null while it is not known. */
  total: number | null
  startedAt: Date
}

/** Everything that is under way, oldest first. */
export async function workUnderWay(ctx: Context): Promise<LongWork[]> {
  requireCan(ctx.viewer, 'queue:manage')
  const current = { expiresAt: { $gt: ctx.now() } }
  const [changes, imports, exports] = await Promise.all([
    BulkChangeModel.find(unfinishedChanges).lean(),
    LeadImportModel.find({ ...unfinishedImports, ...current }).lean(),
    LeadExportModel.find({ ...unfinishedExports, ...current }).lean(),
  ])
  return [...changes.map(ofChange), ...imports.map(ofImport), ...exports.map(ofExport)].sort(
    (one, other) => one.startedAt.getTime() - other.startedAt.getTime(),
  )
}

const ofChange = (record: BulkChangeRecord): LongWork => ({
  ...common('bulk-change', record),
  action: record.action.kind,
  done: doneIn(record),
  total: record.total,
  startedAt: record.createdAt,
})

const ofImport = (record: LeadImportRecord): LongWork => ({
  ...common('import', record),
  done: record.processed,
  total: record.rows,
  startedAt: record.updatedAt,
})

const ofExport = (record: LeadExportRecord): LongWork => ({
  ...common('export', record),
  done: record.written,
  total: record.total,
  startedAt: record.createdAt,
})

const common = (kind: LongWorkKind, { _id, requestedBy }: { _id: unknown; requestedBy: { name: string } }) => ({
  kind,
  id: String(_id),
  requestedBy: requestedBy.name,
  action: null,
})

const titles: Record<LongWorkKind, string> = {
  'bulk-change': 'Bulk change',
  import: 'Import of leads',
  export: 'Export of leads',
}

/**
 * Stops a colleague's work, or one's own: what is done by then stays done. NOT_FOUND when it is over or unknown.
 */
export async function stopWork(ctx: Context, kind: LongWorkKind, id: string): Promise<boolean> {
  requireCan(ctx.viewer, 'queue:manage')
  await inTransaction(async (session) => {
    const stopped = await stop(ctx, kind, id.toLowerCase(), session)
    if (!stopped) throw new AppError('NOT_FOUND', 'This work is over, or has been stopped already.')
    const subject = { kind: 'job', id, label: titles[kind] } as const
    await recordAudit(
      ctx,
      { action: 'work.stopped', subject, details: `Asked for by ${stopped.requestedBy.name}.` },
      session,
    )
  })
  return true
}

type Stopped = { requestedBy: { name: string } } | null

function stop({ now }: Context, kind: LongWorkKind, id: string, session: ClientSession): PromiseLike<Stopped> {
  const stopped = { state: 'stopped', updatedAt: now() } as const
  if (kind === 'bulk-change') {
    const over = { $set: { state: stopped.state }, $unset: { leaseUntil: 1 } } as const
    return BulkChangeModel.findOneAndUpdate({ _id: id, ...unfinishedChanges }, over, { session }).lean<Stopped>()
  }
  if (!/^[\da-f]{24}$/.test(id)) return Promise.resolve(null)
  return kind === 'import'
    ? LeadImportModel.findOneAndUpdate({ _id: id, ...unfinishedImports }, stopped, { session }).lean<Stopped>()
    : LeadExportModel.findOneAndUpdate({ _id: id, ...unfinishedExports }, stopped, { session }).lean<Stopped>()
}
