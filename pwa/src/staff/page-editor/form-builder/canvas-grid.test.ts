import type { FormLayout } from '@kerbside/schema/quotes/form-definition'
import { expect, test } from 'vitest'
import { canvasGrid } from './canvas-grid.ts'

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
