import { parseAmount } from '../amount.ts'
import type { LineRow } from './estimate-fields.ts'
import { parseQuantity } from './estimate-money.ts'
import { units, type Unit } from './estimate.ts'

/** What price lists call a unit, beside its own name. */
const otherNames: Record<Unit, readonly string[]> = {
  item: ['each', 'ea', 'no', 'nr', 'items', 'pc', 'pcs', 'sum', 'lump sum'],
  'm²': ['m2', 'sqm', 'sq m', 'square metre', 'square metres'],
  m: ['lm', 'metre', 'metres', 'lin m'],
  'm³': ['m3', 'cum', 'cu m', 'cubic metre', 'cubic metres'],
  tonne: ['t', 'tonnes', 'ton', 'tons'],
  hour: ['h', 'hr', 'hrs', 'hours'],
  day: ['d', 'days'],
}

const unitOf = (text: string): Unit | undefined => {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  return units.find((unit) => unit === name || otherNames[unit].includes(name))
}

/** A cell with a tab, a line break or a quotation mark in it stands in quotation marks. */
const unquoted = (cell: string) => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim()

type PastedLine = Pick<LineRow, 'text' | 'quantity' | 'unit' | 'unitPrice'>

/**
 * Lines from cells that were copied in a spreadsheet: what, perhaps quantity and unit, and the price of one. The unit is
 * found by its name, the price is the last number and the quantity the one before it. A row without any number is a title.
 */
export function pastedLines(text: string): PastedLine[] {
  return text.split(/\r?\n/).flatMap((row): PastedLine[] => {
    const [what = '', ...cells] = row.split('\t').map(unquoted)
    const unit = cells.map(unitOf).find((each) => each !== undefined) ?? 'item'
    const numbers = cells.filter((cell) => parseAmount(cell).ok || parseQuantity(cell).ok)
    const unitPrice = numbers.at(-1)
    if (what === '' || unitPrice === undefined) return []
    // A third number is the sum of the line, which we reckon ourselves.
    const [quantity = '', each = unitPrice] = numbers.length > 2 ? numbers : numbers.length === 2 ? numbers : []
    return [{ text: what, quantity, unit, unitPrice: each }]
  })
}

/** Whether pasted text is cells of a spreadsheet rather than words for one field. */
export const isCells = (text: string): boolean => text.includes('\t')
