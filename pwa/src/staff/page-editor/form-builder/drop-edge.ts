import type { Edge } from './layout-moves.ts'

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
