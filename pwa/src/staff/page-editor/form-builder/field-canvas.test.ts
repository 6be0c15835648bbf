import type { FormLayout } from '@kerbside/schema/quotes/form-definition'
import { expect, test } from 'vitest'
import { canvasGrid } from './field-canvas.tsx'
import { distanceTo, edgeAt } from './use-field-drag.ts'

const layout = (...rows: string[][][]): FormLayout => ({
  rows: rows.map((columns, row) => ({
    id: `r${row}`,
    columns: columns.map((fieldIds, column) => ({ id: `r${row}c${column}`, fieldIds })),
  })),
})
const show = (canvas: ReturnType<typeof canvasGrid>) =>
  canvas.cells.map(({ id, row, column, span }) => `${id} ${row}/${column}/${span}`)

test('pairs stand side by side, a full field spans both columns', () => {
  const canvas = canvasGrid(layout([['a'], ['b']], [['C']], [['d']]), new Set(['C']), null)
  expect(show(canvas)).toEqual(['a 1/1/1', 'b 1/2/1', 'C 2/1/2', 'd 3/1/1'])
  expect(canvas.editorRow).toBeNull()
})

test('the open field takes a row of the grid below its own row', () => {
  const canvas = canvasGrid(layout([['a'], ['b']], [['c']]), new Set(), 'b')
  expect([show(canvas), canvas.editorRow]).toEqual([['a 1/1/1', 'b 1/2/1', 'c 3/1/1'], 2])
})

test('stacked fields take a row each, and a third column wraps', () => {
  expect(show(canvasGrid(layout([['a', 'b'], ['c'], ['d']], [['e']]), new Set(), null))).toEqual([
    'a 1/1/1',
    'b 2/1/1',
    'c 1/2/1',
    'd 3/1/1',
    'e 4/1/1',
  ])
})

const card = { left: 100, top: 50, width: 200, height: 60 }

test.each([
  [110, 80, true, 'left'],
  [290, 80, true, 'right'],
  [420, 80, true, 'right'],
  [200, 60, true, 'above'],
  [200, 100, true, 'below'],
  [110, 60, false, 'above'],
  [290, 100, false, 'below'],
])('at %i, %i (side by side: %s) the nearest edge is %s', (x, y, sideways, edge) => {
  expect(edgeAt({ x, y }, card, sideways)).toBe(edge)
})

test('the empty half of a row is beside its card, and the gap between rows near to both', () => {
  expect(distanceTo({ x: 400, y: 80 }, card)).toEqual({ across: 100, down: 0 })
  expect(distanceTo({ x: 150, y: 115 }, card)).toEqual({ across: 0, down: 5 })
  expect(distanceTo({ x: 150, y: 80 }, card)).toEqual({ across: 0, down: 0 })
})
