import type { FormLayout } from '@kerbside/schema/quotes/form-definition'
import type { Edge } from './layout-moves.ts'

/** From this width of the canvas fields stand side by side; pixels. */
export const sideBySideFrom = 440

export type Cell = { id: string; row: number; column: number; span: number }
export type CanvasGrid = { cells: Cell[]; editorRow: number | null }

/**
 * Cards as cells of one grid of two columns, in reading order, so that a card keeps its element wherever it moves. The
 * editor of the open field takes the row of the grid below the field. A third column wraps, as on the page.
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

type Box = { left: number; top: number; width: number; height: number }
export type Point = { x: number; y: number }

/** Which edge of a card the pointer is nearest to; the sides count only where fields may stand side by side. */
export function edgeAt({ x, y }: Point, card: Box, sideways: boolean): Edge {
  const across = card.width === 0 ? 0.5 : (x - card.left) / card.width
  if (sideways && across < 0.3) return 'left'
  if (sideways && across > 0.7) return 'right'
  return y < card.top + card.height / 2 ? 'above' : 'below'
}

/** How far a point is from a card, sideways and upright; 0 within. */
export function distanceTo({ x, y }: Point, { left, top, width, height }: Box): { across: number; down: number } {
  const outside = (value: number, start: number, length: number) => Math.max(start - value, 0, value - start - length)
  return { across: outside(x, left, width), down: outside(y, top, height) }
}
