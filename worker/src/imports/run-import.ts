import { csvLines, type CsvColumn } from '@kerbside/schema/csv'
import { readFile, removeFiles, storeFile } from '@kerbside/schema/file-store.model'
import { csvRows } from '@kerbside/schema/imports/csv-file.model'
import { importEnd, importLimits, type ImportProblem } from '@kerbside/schema/imports/import'
import { LeadImportModel, unfinishedImports, type LeadImportRecord } from '@kerbside/schema/imports/import.model'
import { createLeadIds } from '@kerbside/schema/leads/lead-id.model'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { runTry, type Change } from '../operation/run-try.ts'
import { checkRow, type CheckedRow, type GoodRow, type Moment } from './check-row.ts'
import { findImportedLeads, storeLeads, type ImportedLead } from './store-leads.ts'

type ImportDeps = Pick<Deps, 'now' | 'log' | 'settings'>

/** Rows between two looks at how far the import is. */
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
  await runTry<LeadImportRecord>(deps, {
    name: 'import',
    id: { importId },
    by: before.requestedBy,
    action: 'lead:import',
    update: (changes) => LeadImportModel.updateOne({ _id: importId, problemsFileId, state: before.state }, changes),
    work: async (change) => {
      await storeFile('imports', problemsFileId, `${importId}.csv`, problemsOf(deps, before, change))
      const state = before.state === 'checking' ? 'checked' : 'imported'
      await change({ state, expiresAt: importEnd(now()) })
      log.info({ importId, userId: before.requestedBy.id, state }, 'import worked through')
    },
    undo: () => removeFiles('imports', [problemsFileId]),
  })
}

type Report = Pick<LeadImportRecord, 'processed' | 'added' | 'existing' | 'skipped' | 'problems'>
const nothingYet: Report = { processed: 0, added: 0, existing: 0, skipped: 0, problems: [] }

const problemColumns: readonly CsvColumn<ImportProblem>[] = [
  { heading: 'Row', read: ({ row }) => row },
  { heading: 'Column', read: ({ column }) => column },
  { heading: 'Problem', read: ({ message }) => message },
]

/** Works through the file and gives the list of problems as CSV. */
async function* problemsOf(
  deps: ImportDeps,
  record: LeadImportRecord,
  change: Change<LeadImportRecord>,
): AsyncGenerator<Buffer> {
  const moment = { now: deps.now(), maximumFirms: deps.settings().firmsPerLead }
  const report: Report = { ...nothingYet, problems: [] }
  const seen = new Map<string, string>()
  const nextLeadId = createLeadIds(batchSize)
  yield csvLines(problemColumns, [], { isFirst: true })
  for await (const rows of batchesOf(checkedRows(record, moment))) {
    const good = rows.flatMap((row) => ('good' in row ? [row.good] : []))
    const known = record.state === 'importing' ? await storeLeads(good, nextLeadId) : await findImportedLeads(good)
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
    await change({ ...report })
    if (problems.length > 0) yield csvLines(problemColumns, problems, { isFirst: false })
  }
}

type Seen = { seen: Map<string, string>; known: ReadonlyMap<string, ImportedLead>; importId: string }

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
