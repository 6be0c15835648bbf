import { canonicalColour, canonicalPaint, coloursOf, formatColour, parseColour } from '@kerbside/schema/pages/colour'

/** A colour or gradient, or one colour only. */
export type PaintKind = 'paint' | 'colour'

const readers = { paint: canonicalPaint, colour: canonicalColour }
const complaints = {
  paint: 'Not a colour: use hex like #16a34a, rgb(), rgba(), or a linear or radial gradient.',
  colour: 'Not a colour: use hex like #16a34a, rgb() or rgba().',
}

/** The canonical spelling of a typed colour; null when it is none. */
export const readPaint = (text: string, kind: PaintKind = 'paint') => readers[kind](text)

/** What the content keeps of a typed colour; what cannot be read stays as it was typed, for the server to refuse. */
export function keptPaint(text: string, kind: PaintKind = 'paint'): string {
  return readPaint(text, kind) ?? text.trim()
}

/** What is wrong with a colour of the content; an empty one stands for the default. */
export function paintProblem(text: string, kind: PaintKind = 'paint'): string | null {
  return text.trim() === '' || readPaint(text, kind) !== null ? null : complaints[kind]
}

/** The colours of a paint in hex: one, or the stops of a gradient. */
export function paintStops(paint: string): string[] {
  return coloursOf(canonicalPaint(paint) ?? '').map((colour) => formatColour({ ...colour, notation: 'hex' }))
}

/** The paint with one of its colours exchanged; a paint that cannot be read becomes the colour itself. */
export function withStop(paint: string, index: number, colour: string): string {
  const kept = canonicalPaint(paint)
  const next = parseColour(colour)
  if (next === null) return paint
  if (kept === null) return formatColour(next)
  let place = -1
  return kept.replace(/#[\da-f]+|rgba?\([^()]*\)/gi, (found) => {
    place += 1
    return place === index ? formatColour(next) : found
  })
}
