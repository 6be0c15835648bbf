import { exportEnd } from '@kerbside/schema/exports/export'
import { LeadExportModel, unfinishedExports, type LeadExportRecord } from '@kerbside/schema/exports/export.model'
import { removeFiles, storeFile } from '@kerbside/schema/file-store.model'
import { readAllLeads } from '@kerbside/schema/leads/find-leads.model'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { Types } from 'mongoose'
import { withoutAddresses } from '../deliveries/mail-error.ts'
import type { Deps } from '../deps.ts'
import { csvOf } from './lead-csv.ts'

type ExportDeps = Pick<Deps, 'now' | 'log'>

/** Another worker has begun the same file anew, or its time is over. */
class ExportTakenOver extends Error {
  override name = 'ExportTakenOver'
}

/**
 * Writes the file of an export. Each try begins a file of its own, so that one whose worker was killed leaves nothing in
 * the next; only the latest try can make the export ready.
 */
export async function writeExport(deps: ExportDeps, { exportId }: { exportId: string }): Promise<void> {
  const { now, log } = deps
  const fileId = new Types.ObjectId()
  const before = await LeadExportModel.findOneAndUpdate(
    { _id: exportId, ...unfinishedExports, expiresAt: { $gt: now() } },
    { state: 'writing', written: 0, fileId, updatedAt: now() },
    { returnDocument: 'before' },
  ).lean()
  if (!before) return
  if (before.fileId) await removeFiles('exports', [before.fileId])
  const thisTry = { _id: before._id, fileId }
  try {
    await storeFile('exports', fileId, `${exportId}.csv`, writtenParts(deps, before, thisTry))
    await change(thisTry, { state: 'ready', updatedAt: now(), expiresAt: exportEnd(now()) })
    log.info({ exportId, userId: before.requestedBy.id }, 'leads exported')
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await removeFiles('exports', [fileId])
    if (error instanceof ExportTakenOver) return
    log.error({ exportId, reason: withoutAddresses(error) }, 'export failed')
    await LeadExportModel.updateOne(thisTry, { state: 'failed', updatedAt: now() })
  }
}

type ThisTry = Pick<LeadExportRecord, '_id' | 'fileId'>

async function* writtenParts({ now }: ExportDeps, record: LeadExportRecord, thisTry: ThisTry): AsyncGenerator<Buffer> {
  const { total, parts } = await readAllLeads(record.filter, record.createdAt)
  await change(thisTry, { total, updatedAt: now() })
  yield csvOf([], { isFirst: true })
  let written = 0
  for await (const leads of parts) {
    yield csvOf(leads, { isFirst: false })
    written += leads.length
    await change(thisTry, { written, updatedAt: now() })
  }
}

async function change(thisTry: ThisTry, changes: Partial<LeadExportRecord>): Promise<void> {
  const { matchedCount } = await LeadExportModel.updateOne({ ...thisTry, ...unfinishedExports }, changes)
  if (matchedCount === 0) throw new ExportTakenOver()
}
