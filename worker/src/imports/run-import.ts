import { readFile, removeFiles, storeFile } from '@kerbside/schema/file-store.model'
import { csvRows } from '@kerbside/schema/imports/csv-file.model'
import { importEnd, importLimits, type ImportProblem } from '@kerbside/schema/imports/import'
import { LeadImportModel, unfinishedImports, type LeadImportRecord } from '@kerbside/schema/imports/import.model'
import { createLeadIds } from '@kerbside/schema/leads/lead-id.model'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { stringify } from 'csv-stringify/sync'
import { Types } from 'mongoose'
import { withoutAddresses } from '../deliveries/mail-error.ts'
import type { Deps } from '../deps.ts'
import { checkRow, type CheckedRow, type GoodRow, type Moment } from './check-row.ts'
import { findLeads, storeLeads, type KnownLead } from './store-leads.ts'

type ImportDeps = Pick<Deps, 'now' | 'log' | 'settings'>

/** Another worker has begun the same import anew, or its time is over. */
class ImportTakenOver extends Error {
  override name = 'ImportTakenOver'
}

/** Rows in one step. A lead has about 90 tails in the search index, and a transaction has to fit into MongoDB's cache. */
const batchSize = 100

/**
 * The dry run or the import itself: the same walk through the file, and only the second one stores leads. Each try begins
 * at the first row, because a row that is a lead already is not added again; leads that an earlier try of this import has
 * added count as added.
 */
export async function runImport(deps: ImportDeps, { importId }: { importId: string }): Promise<void> {
  const { now, log } = deps
  const problemsFileId = new Types.ObjectId()
  const before = await LeadImportModel.findOneAndUpdate(
    { _id: importId, ...unfinishedImports, expiresAt: { $gt: now() } },
    { ...nothingYet, problemsFileId, updatedAt: now() },
    { returnDocument: 'before' },
  ).lean()
  if (!before) return
  if (before.problemsFileId) await removeFiles('imports', [before.problemsFileId])
  const thisTry = { _id: before._id, problemsFileId, state: before.state }
  try {
    await storeFile('imports', problemsFileId, `${importId}.csv`, problemsOf(deps, before, thisTry))
    const state = before.state === 'checking' ? 'checked' : 'imported'
    await change(thisTry, { state, updatedAt: now(), expiresAt: importEnd(now()) })
    log.info({ importId, userId: before.requestedBy.id, state }, 'import worked through')
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await removeFiles('imports', [problemsFileId])
    if (error instanceof ImportTakenOver) return
    log.error({ importId, reason: withoutAddresses(error) }, 'import failed')
    await LeadImportModel.updateOne(thisTry, { state: 'failed', updatedAt: now() })
  }
}

type Report = Pick<LeadImportRecord, 'processed' | 'added' | 'existing' | 'skipped' | 'problems'>
const nothingYet: Report = { processed: 0, added: 0, existing: 0, skipped: 0, problems: [] }

type ThisTry = Pick<LeadImportRecord, '_id' | 'problemsFileId' | 'state'>

async function change(thisTry: ThisTry, changes: Partial<LeadImportRecord>): Promise<void> {
  const { matchedCount } = await LeadImportModel.updateOne(thisTry, changes)
  if (matchedCount === 0) throw new ImportTakenOver()
}

/** Works through the file and gives the list of problems as CSV. */
async function* problemsOf(deps: ImportDeps, record: LeadImportRecord, thisTry: ThisTry): AsyncGenerator<Buffer> {
  const moment = { now: deps.now(), maximumFirms: deps.settings().firmsPerLead }
  const report: Report = { ...nothingYet, problems: [] }
  const seen = new Map<string, string>()
  const nextLeadId = createLeadIds(batchSize)
  yield Buffer.from(stringify([['Row', 'Column', 'Problem']], { bom: true, record_delimiter: 'windows' }))
  for await (const rows of batchesOf(checkedRows(record, moment))) {
    const good = rows.flatMap((row) => ('good' in row ? [row.good] : []))
    const known = record.state === 'importing' ? await storeLeads(good, nextLeadId) : await findLeads(good)
    const problems = rows.flatMap((row) => {
      const result = 'good' in row ? outcomeOf(row.good, { seen, known, importId: String(record._id) }) : row.problems
      if (typeof result !== 'string') {
        report.skipped += 1
        return result
      }
      report[result] += 1
      return []
    })
    report.processed += rows.length
    report.problems.push(...problems.slice(0, importLimits.problems - report.problems.length))
    await change(thisTry, { ...report, updatedAt: deps.now() })
    if (problems.length > 0) yield linesOf(problems)
  }
}

type Seen = { seen: Map<string, string>; known: ReadonlyMap<string, KnownLead>; importId: string }

/** What became of a good row, or would: `seen` has the digests of the rows above it. */
function outcomeOf(row: GoodRow, { seen, known, importId }: Seen): 'added' | 'existing' | ImportProblem[] {
  const { submissionId, digest, hasOwnId } = row
  const lead = known.get(submissionId)
  const earlier = seen.get(submissionId) ?? lead?.digest ?? digest
  const isFirst = !seen.has(submissionId) && (lead === undefined || lead.importId === importId)
  seen.set(submissionId, earlier)
  if (hasOwnId && earlier !== digest) return [{ row: row.row, column: '', message: otherAnswers }]
  return isFirst ? 'added' : 'existing'
}

const otherAnswers = 'A lead with this ID and other answers is there already. It stays as it is; change it by hand.'

/** A cell that a spreadsheet would run as a formula begins with an apostrophe, as in exports. */
const linesOf = (problems: readonly ImportProblem[]) =>
  Buffer.from(
    stringify(
      problems.map(({ row, column, message }) => [row, column, message]),
      { escape_formulas: true, record_delimiter: 'windows' },
    ),
  )

async function* checkedRows(record: LeadImportRecord, moment: Moment): AsyncGenerator<CheckedRow> {
  let isHeader = true
  for await (const row of csvRows(await readFile('imports', record.fileId), record.delimiter)) {
    if (!isHeader) yield checkRow(record, row, moment)
    isHeader = false
  }
}

async function* batchesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
