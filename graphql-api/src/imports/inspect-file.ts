import { invalid } from '@kerbside/schema/errors'
import { BrokenCsv, csvRows, delimiterOf } from '@kerbside/schema/imports/csv-file.model'
import { importLimits } from '@kerbside/schema/imports/import'
import { parsePhone } from '@kerbside/schema/quotes/phone'
import { isEmail } from '@kerbside/schema/quotes/email-address'

export type InspectedFile = {
  delimiter: string
  columns: { name: string; sample: string }[]
  /** Rows with something in them, without the header. */
  rows: number
}

const wrong = (message: string) => invalid('file', message)

/** Characters of a header's name, and of a sample. */
const shownLength = { name: 100, sample: 60 } as const
/** How far into the file samples are looked for. */
const sampleRows = 200

/** What the rows of a file are, and how many it may have. */
type Expected = { what: string; maxRows: number }
const someLeads = { what: 'a lead', maxRows: importLimits.rows }

/** Reads a whole file once, so that whatever is wrong with it as a whole is reported while the person is still there. */
export async function inspectFile(bytes: Buffer, { what, maxRows }: Expected = someLeads): Promise<InspectedFile> {
  if (bytes.includes(0)) throw wrong('This is no CSV file. In Excel, save it as “CSV UTF-8 (Comma delimited)”.')
  const delimiter = delimiterOf(bytes)
  const columns: InspectedFile['columns'] = []
  let rows = -1
  try {
    for await (const { cells } of csvRows(bytes, delimiter)) {
      rows += 1
      if (rows === 0) columns.push(...headerOf(cells, what))
      else if (rows <= sampleRows) addSamples(columns, cells)
      if (rows > maxRows) throw wrong(tooManyRows(maxRows))
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    throw wrong(`The file cannot be read from row ${error.row} on: a quotation mark there is never closed.`)
  }
  if (rows < 1) throw wrong('The file has no rows below its header.')
  return { delimiter, columns, rows }
}

const tooManyRows = (maxRows: number) =>
  `The file has more than ${maxRows.toLocaleString('en-GB')} rows. Divide it into several files.`

function headerOf(cells: readonly string[], what: string): InspectedFile['columns'] {
  if (cells.length > importLimits.columns) throw wrong(`The file has more than ${importLimits.columns} columns.`)
  if (cells.some((cell) => isEmail(cell.trim()) || parsePhone(cell) !== null)) {
    throw wrong(`The first row must have the names of the columns, and this one looks like ${what}. Add a header.`)
  }
  return cells.map((cell, index) => ({
    name: cell.replace(/\s+/g, ' ').trim().slice(0, shownLength.name) || `Column ${index + 1}`,
    sample: '',
  }))
}

function addSamples(columns: InspectedFile['columns'], cells: readonly string[]): void {
  for (const [index, column] of columns.entries()) {
    column.sample ||= (cells[index] ?? '').replace(/\s+/g, ' ').trim().slice(0, shownLength.sample)
  }
}
