import { expect, test } from 'vitest'
import { distanceTo, edgeAt } from './drop-edge.ts'

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
