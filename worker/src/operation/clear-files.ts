import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { chunksOf, filesOf, removeFiles, type FileStore } from '@kerbside/schema/file-store.model'
import { LeadImportModel } from '@kerbside/schema/imports/import.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { QuoteFileModel } from '@kerbside/schema/quote-files/quote-file.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { Types, type mongo } from 'mongoose'
import type { Deps } from '../deps.ts'

type ClearDeps = Pick<Deps, 'now' | 'log'>

/** A record that names its files before they are written. */
type Expiring = {
  _id: Types.ObjectId
  /** Null as long as something else has it. */
  expiresAt: Date | null
  fileId: Types.ObjectId | null
  problemsFileId?: Types.ObjectId | null
}

const fileIds = (records: readonly Expiring[]) =>
  records.flatMap(({ fileId, problemsFileId }) => [fileId, problemsFileId ?? null]).filter((id) => id !== null)

/** Removes what people have exported once its time is over. */
export const clearExports = (deps: ClearDeps) => clearFiles(deps, 'exports', LeadExportModel.collection)

/** Removes the files and reports of imports once their time is over. */
export const clearImports = (deps: ClearDeps) => clearFiles(deps, 'imports', LeadImportModel.collection)

/** Removes PDFs that were sent with no quote, and those whose leads are gone. */
export const clearQuoteFiles = (deps: ClearDeps) => clearFiles(deps, 'quoteFiles', QuoteFileModel.collection)

/** Removes the records whose time is over with their files, and what killed processes have left of others. Safe to repeat. */
async function clearFiles({ now, log }: ClearDeps, store: FileStore, records: mongo.Collection): Promise<void> {
  const projection = { fileId: 1, problemsFileId: 1 }
  const over = await records.find<Expiring>({ expiresAt: { $lte: now() } }, { projection }).toArray()
  // The files first: until they are gone, the record is what finds them.
  await removeFiles(store, fileIds(over))
  await records.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } })
  // What is found first and not known then belongs to no record.
  const found = [...(await filesOf(store).distinct('_id')), ...(await chunksOf(store).distinct('files_id'))]
  const known = new Set(fileIds(await records.find<Expiring>({}, { projection }).toArray()).map(String))
  const left = found.filter((id) => !known.has(String(id)))
  if (left.length > 0) await removeFiles(store, left)
  if (over.length > 0) log.info({ store, count: over.length }, 'cleared files of leads whose time is over')
}

/** In milliseconds. After this long a photo is in its lead, or never will be. */
const photoIsStored = 3_600_000

/** Removes files of photos that no quote names: their lead is gone, or the process was killed. Safe to repeat. */
export async function clearPhotos({ now, log }: ClearDeps): Promise<void> {
  const old = Types.ObjectId.createFromTime((now().getTime() - photoIsStored) / 1_000)
  const found = [
    ...(await filesOf('photos').distinct('_id', { _id: { $lt: old } })),
    ...(await chunksOf('photos').distinct('files_id', { files_id: { $lt: old } })),
  ] as Types.ObjectId[]
  const left: Types.ObjectId[] = []
  for (const id of found) {
    const fileId = String(id)
    const isNamed =
      (await LeadModel.exists({ 'photos.fileId': fileId })) ??
      (await HeldQuoteModel.exists({ 'lead.photos.fileId': fileId }))
    if (!isNamed) left.push(id)
  }
  if (left.length === 0) return
  await removeFiles('photos', left)
  log.info({ store: 'photos', count: left.length }, 'cleared photos of leads that are gone')
}
