import { canonicalPaint, coloursOf, formatColour, parseColour } from '@kerbside/schema/pages/colour'

/** What the content keeps of a typed colour: its canonical spelling, or the text as it stands when it is none. */
export function keptPaint(text: string): string {
  return canonicalPaint(text) ?? text.trim()
}

export const notAColour = 'Not a colour: use hex like #16a34a, rgb(), rgba(), or a linear or radial gradient.'

/** What is wrong with a colour of the content; an empty one stands for the default. */
export function paintProblem(text: string): string | null {
  return text.trim() === '' || canonicalPaint(text) !== null ? null : notAColour
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
