import { exportEnd } from '@kerbside/schema/exports/export'
import { LeadExportModel, unfinishedExports, type LeadExportRecord } from '@kerbside/schema/exports/export.model'
import { removeFiles, storeFile } from '@kerbside/schema/file-store.model'
import { readAllLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { runTry, type Change } from '../operation/run-try.ts'
import { csvOf } from './lead-csv.ts'

type ExportDeps = Pick<Deps, 'now' | 'log' | 'settings'>

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
  await runTry<LeadExportRecord>(deps, {
    name: 'export',
    id: { exportId },
    by: before.requestedBy,
    action: 'lead:export',
    update: (changes) => LeadExportModel.updateOne({ _id: exportId, fileId, ...unfinishedExports }, changes),
    work: async (change) => {
      await storeFile('exports', fileId, `${exportId}.csv`, writtenParts(before, change))
      await change({ state: 'ready', expiresAt: exportEnd(now()) })
      log.info({ exportId, userId: before.requestedBy.id }, 'leads exported')
    },
    undo: () => removeFiles('exports', [fileId]),
  })
}

async function* writtenParts(record: LeadExportRecord, change: Change<LeadExportRecord>): AsyncGenerator<Buffer> {
  const { total, parts } = await readAllLeads(record.filter, record.createdAt)
  await change({ total })
  yield csvOf([], { isFirst: true })
  let written = 0
  for await (const leads of parts) {
    yield csvOf(leads, { isFirst: false })
    written += leads.length
    await change({ written })
  }
}
