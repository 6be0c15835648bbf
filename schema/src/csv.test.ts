import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

/** What a spreadsheet reads from the file: outside of quotation marks every line break ends a row (RFC 4180). */
function cellsOf(file: Buffer): string[][] {
  const rows: string[][] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/g
  let row: string[] = []
  for (const [all, quoted, plain = '', end] of file
    .toString()
    .replace(/^\uFEFF/, '')
    .matchAll(pattern)) {
    if (all === '' && row.length === 0) continue
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
const columns = [0, 1, 2].map((index) => ({
  heading: `Column ${index}`,
  read: (row: string[]) => row[index] ?? '',
}))
/** A formula is shown as text, by an apostrophe before it; everything else stays as it is. */
const shown = (cell: string) => (/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell)

test('a line break in a text, or a formula behind one, begins no row', () => {
  const row = ["Please call.\n=cmd|'/C calc'!A0", 'a\rb', '"quoted", with\r\nall']
  expect(cellsOf(csvLines(columns, [row], { isFirst: false }))).toEqual([row])
})

test('whatever stands in the cells, another program reads each in its place, and none as a formula', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('a', ',', ';', '"', "'", '\n', '\r', '\t', '=', '+', '-', '@', ' ', '\u0085') }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { maxLength: 5 }), (rows) => {
      const [headings, ...read] = cellsOf(csvLines(columns, rows, { isFirst: true }))
      expect(headings).toEqual(['Column 0', 'Column 1', 'Column 2'])
      expect(read).toEqual(rows.map((row) => row.map(shown)))
      expect(read.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
    }),
  )
})
