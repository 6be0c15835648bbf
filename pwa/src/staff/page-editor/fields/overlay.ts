import { canonicalColour } from '@kerbside/schema/pages/colour'
import { opacityOf, pickerHex, withOpacity } from '@kerbside/schema/pages/colour-tools'

/** What the colour control shows of an overlay: `#rrggbb`, or what was typed when it is no colour. */
export function overlayColour(overlay: string): string {
  return canonicalColour(overlay) === null ? overlay : pickerHex(overlay)
}

/**
 * The overlay in another colour. A colour that says how opaque it is brings its opacity along; any other keeps the
 * slider where it stands. What is no colour stays as it was typed, for the message beside it.
 */
export function overlayWithColour(overlay: string, colour: string): string {
  const kept = canonicalColour(colour)
  if (kept === null) return colour
  const opacity = saysOpacity(kept) ? opacityOf(kept) : opacityOf(overlay)
  return withOpacity(kept, canonicalColour(overlay) === null && !saysOpacity(kept) ? 50 : opacity)
}

/** `rgba(…)` and hex with eight digits. */
const saysOpacity = (colour: string) => colour.startsWith('rgba') || /^#[\da-f]{8}$/.test(colour)

export function overlayWithOpacity(overlay: string, percent: number): string {
  return canonicalColour(overlay) === null ? overlay : withOpacity(overlay, percent)
}

/** `0% (Transparent)` … `100% (Opaque)`. */
export function opacityWords(percent: number): string {
  if (percent === 0) return '0% (Transparent)'
  return percent === 100 ? '100% (Opaque)' : `${percent}%`
}
