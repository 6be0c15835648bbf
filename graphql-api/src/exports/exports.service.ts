import { AppError } from '@kerbside/schema/errors'
import { exportEnd, exportJob, maximumExports, type LeadExport } from '@kerbside/schema/exports/export'
import { LeadExportModel, toLeadExport, unfinishedExports } from '@kerbside/schema/exports/export.model'
import { openWholeFile } from '@kerbside/schema/file-store.model'
import { LeadFilter, withoutEmpty } from '@kerbside/schema/leads/list/lead-filter'
import { londonDay } from '@kerbside/schema/time/london-time'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { isDeepStrictEqual } from 'node:util'
import { filterText, recordAudit } from '../audit/record-audit.ts'
import { signedDownload } from '../audit/signed-download.ts'
import type { Context } from '../deps.ts'
import { queueStored } from '../events/publish-events.ts'
import { csvType } from '../http/route.ts'

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
  const subject = { kind: 'export' as const, id: record.id, label: 'Leads' }
  await recordAudit(ctx, { action: 'leads.exported', subject, details: filterText(filter) })
  await queueStored(ctx, exportJob(record.id), { exportId: record.id })
  return toLeadExport(record.toObject())
}

const download = signedDownload({
  purpose: 'export',
  path: 'exports',
  action: 'lead:export',
  notFound: 'There is no such export. Start it again from the list.',
  gone: 'This file has been deleted. Start the export again from the list.',
})

/** One's own export, as far as it has come. */
export async function getExport(ctx: Context, id: string): Promise<LeadExport> {
  requireCan(ctx.viewer, 'lead:export')
  const record = /^[\da-f]{24}$/i.test(id) ? await LeadExportModel.findById(id).lean() : null
  if (record?.requestedBy.id !== ctx.viewer.id || record.expiresAt <= ctx.now()) throw download.notFound()
  return toLeadExport(record)
}

/** The address of the file, signed and good until the file is deleted. Null while it is not complete. */
export async function downloadUrl(ctx: Context, { id, state, expiresAt }: LeadExport): Promise<string | null> {
  return state === 'ready' ? download.address(ctx, { exportId: id }, expiresAt) : null
}

/** The file behind a signed address. */
export async function openExport(ctx: Context, token: string) {
  const { link, by } = await download.open(ctx, token)
  const record = await LeadExportModel.findById(link.exportId).lean()
  const file = record?.state === 'ready' && record.fileId ? await openWholeFile('exports', record.fileId) : null
  if (!record || !file) throw download.gone()
  ctx.log.info({ userId: by.id, exportId: link.exportId }, 'export downloaded')
  return { type: csvType, fileName: `kerbside-leads-${londonDay(record.createdAt)}.csv`, ...file }
}
