import { EvidenceModel } from '@kerbside/schema/contractors/evidence.model'
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

/** Removes evidence of firms that are gone. */
export const clearEvidence = (deps: ClearDeps) =>
  clearUnnamed(deps, 'evidence', (ids) => EvidenceModel.distinct('_id', { _id: { $in: ids } }))

/** Removes photos of leads that are gone. */
export const clearPhotos = (deps: ClearDeps) =>
  clearUnnamed(deps, 'photos', async (ids) => {
    const named: Types.ObjectId[] = []
    for (const id of ids) if (await isPhoto(String(id))) named.push(id)
    return named
  })

const isPhoto = async (fileId: string) =>
  (await LeadModel.exists({ 'photos.fileId': fileId })) ??
  (await HeldQuoteModel.exists({ 'lead.photos.fileId': fileId }))

/** Removes the records whose time is over with their files, and files without a record. Safe to repeat. */
async function clearFiles(deps: ClearDeps, store: FileStore, records: mongo.Collection): Promise<void> {
  const projection = { fileId: 1, problemsFileId: 1 }
  const over = await records.find<Expiring>({ expiresAt: { $lte: deps.now() } }, { projection }).toArray()
  // The files first: until they are gone, the record is what finds them.
  await removeFiles(store, fileIds(over))
  await records.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } })
  await clearUnnamed(deps, store, async () => fileIds(await records.find<Expiring>({}, { projection }).toArray()))
  if (over.length > 0) deps.log.info({ store, count: over.length }, 'cleared files of leads whose time is over')
}

/** In milliseconds. After this long an upload is over: a file has its record, or never will. */
const uploadMs = 3_600_000

/** Removes files that nothing names: what they belonged to is gone, or the process was killed. Safe to repeat. */
async function clearUnnamed(
  { now, log }: ClearDeps,
  store: FileStore,
  namedAmong: (ids: Types.ObjectId[]) => Promise<Types.ObjectId[]>,
): Promise<void> {
  const old = { $lt: Types.ObjectId.createFromTime((now().getTime() - uploadMs) / 1_000) }
  const found = [
    ...(await filesOf(store).distinct('_id', { _id: old })),
    ...(await chunksOf(store).distinct('files_id', { files_id: old })),
  ] as Types.ObjectId[]
  const named = new Set((await namedAmong(found)).map(String))
  const left = found.filter((id) => !named.has(String(id)))
  if (left.length === 0) return
  await removeFiles(store, left)
  log.info({ store, count: left.length }, 'cleared files that nothing names')
}
