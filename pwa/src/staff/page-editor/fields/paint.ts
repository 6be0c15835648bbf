import {
  canonicalColour,
  canonicalPaint,
  colourPattern,
  coloursOf,
  formatColour,
  parseColour,
} from '@kerbside/schema/pages/colour'
import { opacityOf, pickerHex, withOpacity } from '@kerbside/schema/pages/colour-tools'

/** A colour or gradient, or one colour only. */
export type PaintKind = 'paint' | 'colour'

const readers = { paint: canonicalPaint, colour: canonicalColour }
const messages = {
  paint: 'Not a colour: use hex like #16a34a, rgb(), rgba(), or a linear or radial gradient.',
  colour: 'Not a colour: use hex like #16a34a, rgb() or rgba().',
}

/** The canonical spelling of a typed colour; null when it is none. */
export const readPaint = (text: string, kind: PaintKind = 'paint') => readers[kind](text)

/** A typed colour as the content stores it; what cannot be read stays as typed, for the server to reject. */
export function storedPaint(text: string, kind: PaintKind = 'paint'): string {
  return readPaint(text, kind) ?? text.trim()
}

/** What is wrong with a colour of the content; an empty one stands for the default. */
export function paintError(text: string, kind: PaintKind = 'paint'): string | null {
  return text.trim() === '' || readPaint(text, kind) !== null ? null : messages[kind]
}

/** The colours of a paint in hex: one, or the stops of a gradient. */
export function paintStops(paint: string): string[] {
  return coloursOf(canonicalPaint(paint) ?? '').map((colour) => formatColour({ ...colour, notation: 'hex' }))
}

/** The paint with one of its colours exchanged; a paint that cannot be read becomes the colour itself. */
export function withStop(paint: string, index: number, colour: string): string {
  const canonical = canonicalPaint(paint)
  const next = parseColour(colour)
  if (next === null) return paint
  if (canonical === null) return formatColour(next)
  let place = -1
  return canonical.replace(colourPattern, (found) => {
    place += 1
    return place === index ? formatColour(next) : found
  })
}

/** What the colour control shows of an overlay: `#rrggbb`, or what was typed when it is no colour. */
export function overlayColour(overlay: string): string {
  return parseColour(overlay) === null ? overlay : pickerHex(overlay)
}

/**
 * The overlay in another colour. An rgba or eight-digit hex colour brings its own opacity; any other leaves the slider
 * where it stands. What is no colour stays as it was typed, for the message beside it.
 */
export function overlayWithColour(overlay: string, colour: string): string {
  const next = parseColour(colour)
  if (next === null) return colour
  if (next.notation === 'rgba' || next.alpha !== 1) return withOpacity(colour, opacityOf(colour))
  return withOpacity(colour, parseColour(overlay) === null ? 50 : opacityOf(overlay))
}

export function overlayWithOpacity(overlay: string, percent: number): string {
  return parseColour(overlay) === null ? overlay : withOpacity(overlay, percent)
}

/** `0% (Transparent)` … `100% (Opaque)`. */
export function opacityLabel(percent: number): string {
  if (percent === 0) return '0% (Transparent)'
  return percent === 100 ? '100% (Opaque)' : `${percent}%`
}
