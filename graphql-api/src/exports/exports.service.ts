import { AppError } from '@kerbside/schema/errors'
import { exportEnd, exportJob, maximumExports, type LeadExport } from '@kerbside/schema/exports/export'
import { LeadExportModel, toLeadExport, unfinishedExports } from '@kerbside/schema/exports/export.model'
import { filesOf, openFile } from '@kerbside/schema/file-store.model'
import { LeadFilter } from '@kerbside/schema/leads/lead-filter'
import { londonDay } from '@kerbside/schema/london-time'
import { requireCan } from '@kerbside/schema/users/user'
import { findPermitted } from '@kerbside/schema/users/user.model'
import { parse } from '@kerbside/schema/validate'
import { isDeepStrictEqual } from 'node:util'
import { filterText, recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { queueStored } from '../events/publish-events.ts'

/**
 * Has a worker write a file of the leads that the filter leaves. Asked for the same again while it is being written, the
 * person gets the one under way.
 */
export async function exportLeads(ctx: Context, input: unknown): Promise<LeadExport> {
  requireCan(ctx.viewer, 'lead:export')
  const { id, name } = ctx.viewer
  const filter = withoutEmpty(parse(LeadFilter, input ?? {}))
  const now = ctx.now()
  const underWay = await LeadExportModel.find({
    'requestedBy.id': id,
    ...unfinishedExports,
    expiresAt: { $gt: now },
  }).lean()
  const same = underWay.find((record) => isDeepStrictEqual(record.filter, filter))
  if (same) return toLeadExport(same)
  if (underWay.length >= maximumExports) {
    const text = `${maximumExports} of your exports are still being prepared. Wait for one of them.`
    throw new AppError('RATE_LIMITED', text, { retryAfter: 30 })
  }
  const record = await LeadExportModel.create({
    requestedBy: { id, name },
    filter,
    createdAt: now,
    updatedAt: now,
    expiresAt: exportEnd(now),
  })
  ctx.log.info({ userId: id, exportId: record.id }, 'export of leads asked for')
  const subject = { kind: 'export' as const, id: record.id, label: 'Leads' }
  await recordAudit(ctx, { action: 'leads.exported', subject, details: filterText(filter) })
  await queueStored(ctx, exportJob(record.id), { exportId: record.id })
  return toLeadExport(record.toObject())
}

const withoutEmpty = (filter: object) =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

const notFound = () => new AppError('NOT_FOUND', 'There is no such export. Start it again from the list.')

/** One's own export, as far as it has come. */
export async function getExport(ctx: Context, id: string): Promise<LeadExport> {
  requireCan(ctx.viewer, 'lead:export')
  const record = /^[\da-f]{24}$/i.test(id) ? await LeadExportModel.findById(id).lean() : null
  if (record?.requestedBy.id !== ctx.viewer.id || record.expiresAt <= ctx.now()) throw notFound()
  return toLeadExport(record)
}

/** The address of the file, signed and good until the file is deleted. Null while it is not complete. */
export async function downloadUrl(ctx: Context, { id, state, expiresAt }: LeadExport): Promise<string | null> {
  if (state !== 'ready') return null
  return `/api/exports/${await ctx.links.sign({ purpose: 'export', exportId: id }, expiresAt)}`
}

export type ExportFile = { fileName: string; size: number; open: () => ReadableStream<Uint8Array> }

/** The file behind a signed link, for as long as the person who asked for it may still see leads. */
export async function openExport(ctx: Context, token: string): Promise<ExportFile> {
  const signed = await ctx.links.read('export', token)
  if (!signed) throw notFound()
  const record = await LeadExportModel.findById(signed.link.exportId).lean()
  if (signed.expiresAt <= ctx.now() || record?.state !== 'ready' || record.fileId === null) {
    throw new AppError('GONE', 'This file has been deleted. Start the export again from the list.')
  }
  if (!(await findPermitted(record.requestedBy.id, 'lead:export', ctx.settings()))) throw notFound()
  const { fileId } = record
  const file = await filesOf('exports').findOne({ _id: fileId })
  const size = Number(file?.['length'] ?? 0)
  ctx.log.info({ userId: record.requestedBy.id, exportId: String(record._id) }, 'export downloaded')
  return {
    fileName: `kerbside-leads-${londonDay(record.createdAt)}.csv`,
    size,
    open: () => openFile('exports', fileId, 0, size),
  }
}
