import { AppError, invalid } from '@kerbside/schema/errors'
import { openWholeFile, storeFileWith } from '@kerbside/schema/file-store.model'
import { toUtf8 } from '@kerbside/schema/imports/csv-file.model'
import { guessFields, importFields, type ImportField } from '@kerbside/schema/imports/import-fields'
import { importEnd, importJob, maximumImports, type LeadImport } from '@kerbside/schema/imports/import'
import { LeadImportModel, toLeadImport, type LeadImportRecord } from '@kerbside/schema/imports/import.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import { Types } from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import { signedDownload } from '../audit/signed-download.ts'
import type { Context } from '../deps.ts'
import { queueStored } from '../events/publish-events.ts'
import { baseNameOf, type Upload } from '../http/read-upload.ts'
import { csvType } from '../http/route.ts'
import { formOf } from '../pages/pages.service.ts'
import { inspectFile } from './inspect-file.ts'

/** An import, and what its columns can be mapped to. */
export type ImportWithFields = LeadImport & { fields: ImportField[] }

const withFields = (record: LeadImportRecord): ImportWithFields => ({
  ...toLeadImport(record),
  fields: importFields(record.form),
})

/** Stores a file of leads with a guess at what its columns are. `read` is called only after the permission is checked. */
export async function uploadImport(ctx: Context, read: () => Promise<Upload>): Promise<LeadImport> {
  requireCan(ctx.viewer, 'lead:import')
  const { id, name } = ctx.viewer
  const now = ctx.now()
  const { fileName, bytes: sent } = await read()
  const bytes = toUtf8(sent)
  const { columns, ...file } = await inspectFile(bytes)
  if ((await LeadImportModel.countDocuments({ 'requestedBy.id': id, expiresAt: { $gt: now } })) >= maximumImports) {
    const text = `You have sent ${maximumImports} files within a day. Wait until the first of them are deleted.`
    throw new AppError('RATE_LIMITED', text, { retryAfter: 3_600 })
  }
  const form = await formOf(ctx, '/', null)
  const names = columns.map((column) => column.name)
  const guess = guessFields(names, importFields(form))
  const record = new LeadImportModel({
    ...file,
    requestedBy: { id, name },
    fileName: baseNameOf(fileName, 'leads.csv'),
    columns: columns.map((column, index) => ({ ...column, field: guess[index] ?? null })),
    form,
    fileId: new Types.ObjectId(),
    createdAt: now,
    updatedAt: now,
    expiresAt: importEnd(now),
  })
  await storeFileWith('imports', record.fileId, { name: record.fileName, bytes }, () => record.save())
  ctx.log.info({ userId: id, importId: record.id, rows: file.rows }, 'file of leads received')
  return toLeadImport(record.toObject())
}

const problems = signedDownload({
  purpose: 'import-problems',
  path: 'imports',
  action: 'lead:import',
  notFound: 'There is no such import. Choose the file again.',
  gone: 'This file has been deleted. Check the import again.',
})

async function ownImport(ctx: Context, id: string): Promise<LeadImportRecord> {
  requireCan(ctx.viewer, 'lead:import')
  const record = /^[\da-f]{24}$/i.test(id) ? await LeadImportModel.findById(id).lean() : null
  if (record?.requestedBy.id !== ctx.viewer.id || record.expiresAt <= ctx.now()) throw problems.notFound()
  return record
}

/** One's own import, as far as it has come. */
export const getImport = async (ctx: Context, id: string): Promise<ImportWithFields> =>
  withFields(await ownImport(ctx, id))

/** Starts the dry run. `fields`: one for each column of the file, null for what is not imported. */
export async function checkImport(
  ctx: Context,
  id: string,
  fields: readonly (string | null)[],
): Promise<ImportWithFields> {
  const record = await ownImport(ctx, id)
  checkMapping(record, fields)
  const columns = record.columns.map((column, index) => ({ ...column, field: fields[index] ?? null }))
  const change = { state: 'checking', columns, updatedAt: ctx.now() } as const
  return start(ctx, record, ['mapping', 'checked', 'stopped', 'failed'], change)
}

function checkMapping({ columns, form }: LeadImportRecord, fields: readonly (string | null)[]): void {
  if (fields.length !== columns.length)
    throw invalid('fields', `Give one field for each of the ${columns.length} columns.`)
  const known = importFields(form)
  const errors: Record<string, string[]> = {}
  for (const { name, label, isRequired } of known) {
    const count = fields.filter((field) => field === name).length
    if (count > 1) errors[name] = [`Only one column can be ${label}.`]
    if (count === 0 && isRequired) errors[name] = [`Choose the column with ${label}.`]
  }
  const unknown = fields.find((field) => field !== null && known.every(({ name }) => name !== field))
  if (unknown) errors['fields'] = [`There is no field “${unknown.slice(0, 100)}”.`]
  const [first] = Object.values(errors).flat()
  if (first !== undefined) throw new AppError('INVALID', first, { fields: errors })
}

/** Imports the rows that the dry run found good. Asked for again it goes on as it is. */
export async function importLeads(ctx: Context, id: string): Promise<ImportWithFields> {
  const record = await ownImport(ctx, id)
  if (record.state === 'importing' || record.state === 'imported') return withFields(record)
  try {
    return await start(ctx, record, ['checked'], { state: 'importing', updatedAt: ctx.now() })
  } catch (error) {
    // The same request was here at the same moment: asked for again, it goes on as it is.
    const now = await ownImport(ctx, id)
    if (now.state === 'importing' || now.state === 'imported') return withFields(now)
    throw error
  }
}

async function start(
  ctx: Context,
  { _id, rows, added }: LeadImportRecord,
  from: LeadImport['state'][],
  change: Pick<LeadImportRecord, 'state' | 'updatedAt'> & Partial<LeadImportRecord>,
): Promise<ImportWithFields> {
  const record = await inTransaction(async (session) => {
    const changed = await LeadImportModel.findOneAndUpdate(
      { _id, state: { $in: from } },
      { $set: { ...change, processed: 0 }, $inc: { round: 1 } },
      { session, returnDocument: 'after' },
    ).lean()
    if (changed?.state === 'importing') {
      const details = `A file with ${rows.toLocaleString('en-GB')} rows, ${added.toLocaleString('en-GB')} of them new leads.`
      // Not the file's name, which may be a homeowner's.
      const subject = { kind: 'import', id: String(_id), label: 'CSV file' } as const
      await recordAudit(ctx, { action: 'leads.imported', subject, details }, session)
    }
    return changed
  })
  if (!record) throw new AppError('CONFLICT', 'This import has gone on meanwhile. Open it again.')
  ctx.log.info({ userId: ctx.viewer?.id, importId: String(_id), state: record.state }, 'import asked for')
  await queueStored(ctx, importJob(String(_id), record.round), { importId: String(_id) })
  return withFields(record)
}

/** The address of the list of problems, signed. Null while it is not complete, or without problems. */
export async function problemsUrl(ctx: Context, { id, state, skipped, expiresAt }: LeadImport): Promise<string | null> {
  if ((state !== 'checked' && state !== 'imported') || skipped === 0) return null
  return problems.address(ctx, { importId: id }, expiresAt)
}

/** The list of problems behind a signed address. */
export async function openProblems(ctx: Context, token: string) {
  const { link } = await problems.open(ctx, token)
  const record = await LeadImportModel.findById(link.importId).lean()
  const file = record?.problemsFileId ? await openWholeFile('imports', record.problemsFileId) : null
  if (!file) throw problems.gone()
  return { type: csvType, fileName: 'kerbside-import-problems.csv', ...file }
}
