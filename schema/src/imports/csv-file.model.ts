import { CsvError, parse, type Options } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'

const delimiters = [',', ';', '\t'] as const

// Rows of any length are accepted here, so that a row that is wrong costs itself alone.
const options = { bom: true, relax_column_count: true, relax_quotes: true } satisfies Options

/**
 * How rows end. Named, because the parser takes that of the header for all rows, and files are put together of several. A
 * lone CR ends a row only where nothing else does, as in files of old Macs; elsewhere it is part of a text.
 */
const rowEnds = (bytes: Buffer): string[] => (bytes.includes('\n') ? ['\r\n', '\n'] : ['\r'])

/** The text of a file in UTF-8, also where Excel has saved it as plain CSV (Windows-1252) or as Unicode text (UTF-16). */
export function toUtf8(bytes: Buffer): Buffer {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return Buffer.from(new TextDecoder('utf-16le').decode(bytes))
  return isUtf8(bytes) ? bytes : Buffer.from(bytes.toString('latin1').replace(/[\x80-\x9f]/g, ofWindows))
}

// Node's own decoder of Windows-1252 takes these for Latin 1 (nodejs/node#56542).
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const ofWindows = (character: string) => windowsCharacters[character.charCodeAt(0) - 0x80] ?? character

/** The delimiter that makes most columns of the first line, which is the header. */
export function delimiterOf(bytes: Buffer): string {
  const beginning = bytes.toString('utf8', 0, 64 * 1024)
  const record_delimiter = rowEnds(bytes)
  const columnsBy = (delimiter: string) => firstRecord(beginning, { delimiter, record_delimiter }).length
  return delimiters.toSorted((a, b) => columnsBy(b) - columnsBy(a))[0] ?? ','
}

function firstRecord(text: string, how: Options): string[] {
  try {
    const [record = []] = parseText(text, { ...options, ...how, skip_empty_lines: true, to: 1 })
    return record
  } catch {
    return [] // read with this delimiter it is no CSV
  }
}

/** The text cannot be divided into rows: `row` is the one where it fails. */
export class BrokenCsv extends Error {
  override name = 'BrokenCsv'
  readonly row: number
  constructor(row: number, cause: unknown) {
    super('The file is no CSV', { cause })
    this.row = row
  }
}

/** `row`: as a spreadsheet counts, from 1. */
export type CsvRow = { row: number; cells: string[] }

/** The rows that have something in them, read no faster than they are used. */
export async function* csvRows(bytes: Buffer, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = Readable.from(piecesOf(bytes)).pipe(parse({ ...options, delimiter, record_delimiter: rowEnds(bytes) }))
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells }
    }
  } catch (error) {
    // The stream drops what it has read by then, so the parser's own count tells the row.
    if (error instanceof CsvError) throw new BrokenCsv(Number(error['records'] ?? row) + 1, error)
    throw error
  }
}

/** The parser gives way to other work between the pieces. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  const size = 64 * 1024
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
