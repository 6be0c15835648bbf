import type { FormLayout } from '@kerbside/schema/quotes/form-definition'

/** Below this width of the canvas fields stand in one column, as on a phone; pixels. */
export const sideBySideFrom = 440

export type Cell = { id: string; row: number; column: number; span: number }
export type CanvasGrid = { cells: Cell[]; editorRow: number | null }

/**
 * Cards as cells of one grid of two columns, in reading order, so that a card keeps its element wherever it moves. The
 * field that is open takes a row of the grid below its own. A third column wraps, as on the page.
 */
export function canvasGrid(layout: FormLayout, full: ReadonlySet<string>, open: string | null): CanvasGrid {
  const cells: Cell[] = []
  let editorRow: number | null = null
  let top = 1
  const pairs = layout.rows.flatMap(({ columns }) =>
    [...columns.keys()].filter((at) => at % 2 === 0).map((at) => columns.slice(at, at + 2)),
  )
  for (const pair of pairs) {
    pair.forEach(({ fieldIds }, column) => {
      fieldIds.forEach((id, place) => {
        const wide = full.has(id)
        cells.push({ id, row: top + place, column: wide ? 1 : column + 1, span: wide ? 2 : 1 })
      })
    })
    top += Math.max(1, ...pair.map(({ fieldIds }) => fieldIds.length))
    if (open !== null && pair.some(({ fieldIds }) => fieldIds.includes(open))) {
      editorRow = top
      top += 1
    }
  }
  return { cells, editorRow }
}
