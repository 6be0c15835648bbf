import type { JobRequest } from '../events/event.jobs.ts'

/**
 * `mapping` waits for the person to say which column is what, `checked` for the decision to import. `stopped`: by an
 * admin, or because the person may not import any more.
 */
export const importStates = ['mapping', 'checking', 'checked', 'importing', 'imported', 'stopped', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** What is wrong with a row of the file. */
export type ImportProblem = {
  /** As a spreadsheet counts: the header is row 1. */
  row: number
  /** The column's name in the file; empty if the whole row is wrong. */
  column: string
  message: string
}

export type ImportColumn = {
  /** From the header. */
  name: string
  /** The first value in it. */
  sample: string
  /** Where its values go; null if they are not imported. */
  field: string | null
}

/** A CSV file of leads that somebody has sent. */
export type LeadImport = {
  id: string
  fileName: string
  state: ImportState
  /** Rows with something in them, without the header. */
  rows: number
  columns: ImportColumn[]
  /** How far the dry run or the import is, and what became of those rows; of a dry run, what would become of them. */
  processed: number
  added: number
  existing: number
  skipped: number
  /** The first problems. All of them are in a file. */
  problems: ImportProblem[]
  /** Until when the file and the report are stored. */
  expiresAt: Date
}

export const importLimits = { bytes: 10 * 1024 * 1024, rows: 50_000, columns: 200, problems: 10 } as const

const importHours = 24
/** When a file that was sent, or worked through, at this moment is deleted. */
export const importEnd = (at: Date): Date => new Date(at.getTime() + importHours * 3_600_000)

/** How many files of one person are stored at once. */
export const maximumImports = 20

/** Each press of a button is a job of its own. */
export const importJob = (id: string, round: number): JobRequest => ({
  name: 'leads.import',
  data: { importId: id },
  jobId: `import-${id}-${round}`,
})
