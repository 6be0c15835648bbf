import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { chunksOf, filesOf, removeFiles } from '@kerbside/schema/file-store.model'
import type { Deps } from '../deps.ts'

/** Removes files of leads whose time is over, and what killed workers have left of others. Safe to repeat. */
export async function clearExports({ now, log }: Pick<Deps, 'now' | 'log'>): Promise<void> {
  const over = await LeadExportModel.find({ expiresAt: { $lte: now() } }, 'fileId').lean()
  // The files first: until they are gone, the record is what finds them.
  await removeFiles(
    'exports',
    over.flatMap(({ fileId }) => fileId ?? []),
  )
  await LeadExportModel.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } })
  // A try names its file in the record before it writes: what is found first and not known then belongs to none.
  const found = [...(await filesOf('exports').distinct('_id')), ...(await chunksOf('exports').distinct('files_id'))]
  const known = (await LeadExportModel.find({}, 'fileId').lean()).flatMap(({ fileId }) => fileId ?? [])
  const left = found.filter((id) => !known.some((fileId) => fileId.equals(id)))
  if (left.length > 0) await removeFiles('exports', left)
  if (over.length > 0) log.info({ count: over.length }, 'cleared files of leads whose time is over')
}
