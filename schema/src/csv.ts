import { stringify } from 'csv-stringify/sync'
import { londonDayAndTime } from './time/london-time.ts'

/** '2026-11-22 14:05' on the clock of London: spreadsheets read it as a date. */
export const csvMoment = (at: Date | null | undefined) => (at ? londonDayAndTime(at) : '')

export type CsvColumn<Row> = { heading: string; read: (row: Row) => string | number | null }

/**
 * Some lines of a CSV file as UTF-8. The first part of a file begins with the byte order mark, without which Excel takes
 * accents for something else, and the headings. A cell that a spreadsheet would run as a formula begins with an apostrophe
 * (OWASP, CSV injection).
 */
export function csvLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  { isFirst }: { isFirst: boolean },
): Buffer {
  const lines = rows.map((row) => columns.map(({ read }) => read(row)))
  const headings = columns.map(({ heading }) => heading)
  const text = stringify(isFirst ? [headings, ...lines] : lines, {
    bom: isFirst,
    escape_formulas: true,
    record_delimiter: 'windows',
    // With a record delimiter of its own the library quotes no other line break.
    quoted_match: /[\r\n]/,
  })
  return Buffer.from(text)
}
