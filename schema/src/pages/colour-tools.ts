import { coloursOf, formatColour, parseColour, type Colour } from './colour.ts'

export const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1, notation: 'rgba' }
export const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1, notation: 'rgba' }

/** The overlay's colour with this opacity (0–100, whole percents) inside an rgba string; hex, rgb and rgba go in. */
export function withOpacity(colour: string, percent: number): string {
  const whole = Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent))) : 100
  return formatColour({ ...(parseColour(colour) ?? black), alpha: whole / 100, notation: 'rgba' })
}

/** Opacity of a colour in whole percents, 0–100: what the slider shows. */
export const opacityOf = (colour: string): number => Math.round((parseColour(colour) ?? black).alpha * 100)

/** `#rrggbb` of a colour, its opacity left out: what a colour picker takes. */
export const pickerHex = (colour: string): string =>
  formatColour({ ...(parseColour(colour) ?? black), alpha: 1, notation: 'hex' })

/** Relative luminance of an opaque colour (WCAG 2.2). */
function luminance({ red, green, blue }: Colour): number {
  const linear = (byte: number): number => {
    const share = byte / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The visible colour when `top` lies on an opaque `ground`. */
export function layOver(top: Colour, ground: Colour): Colour {
  const mix = (over: number, under: number): number => over * top.alpha + under * (1 - top.alpha)
  return {
    ...top,
    red: mix(top.red, ground.red),
    green: mix(top.green, ground.green),
    blue: mix(top.blue, ground.blue),
    alpha: 1,
  }
}

/**
 * Contrast of text on a ground, 1–21. It is the worst case over all stops of gradients; what is transparent lies on white.
 * Null when either is not a colour.
 */
export function contrastRatio(text: string, ground: string): number | null {
  const grounds = coloursOf(ground).map((colour) => layOver(colour, white))
  const ratios = coloursOf(text).flatMap((ink) =>
    grounds.map((behind) => {
      const levels = [luminance(layOver(ink, behind)), luminance(behind)]
      return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05)
    }),
  )
  return ratios.length === 0 ? null : Math.min(...ratios)
}

export type ContrastCheck = { enough: boolean; message: string }

/** The editor's warning: 4.5 : 1 for text, 3 : 1 for text from 24 px, or bold from 18.7 px (WCAG 2.2 AA). */
export function checkContrast(text: string, ground: string, size: 'normal' | 'large' = 'normal'): ContrastCheck | null {
  const ratio = contrastRatio(text, ground)
  if (ratio === null) return null
  const needed = size === 'large' ? 3 : 4.5
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
  return ratio >= needed
    ? { enough: true, message: `Contrast ${shown} : 1` }
    : { enough: false, message: `Hard to read: contrast ${shown} : 1, at least ${needed} : 1 is needed` }
}
