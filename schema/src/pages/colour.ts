/**
 * Colours and gradients that page content may contain. Only what is parsed here is written out again, so that no text of
 * an admin or a client reaches a style unchecked.
 */
export type Colour = {
  /** 0–255 each. */
  red: number
  green: number
  blue: number
  /** 0–1. */
  alpha: number
  notation: 'hex' | 'rgb' | 'rgba'
}

/** Longer than any colour or gradient of a page needs. */
const lengthLimit = 500
const stopLimit = 12

export function parseColour(text: string): Colour | null {
  const value = text.trim().toLowerCase()
  if (value.length > lengthLimit) return null
  return value.startsWith('#') ? parseHex(value.slice(1)) : parseRgb(value)
}

function parseHex(digits: string): Colour | null {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return null
  const full = digits.length <= 4 ? digits.replace(/./g, '$&$&') : digits
  const byte = (at: number): number => Number.parseInt(full.slice(at, at + 2), 16)
  const alpha = full.length === 8 ? byte(6) / 255 : 1
  return { red: byte(0), green: byte(2), blue: byte(4), alpha, notation: 'hex' }
}

function parseRgb(value: string): Colour | null {
  const [, name, inside] = /^(rgba?)\(([^()]*)\)$/.exec(value) ?? []
  if (name === undefined || inside === undefined) return null
  const parts = inside.includes(',') ? inside.split(',') : inside.replace('/', ' / ').trim().split(/\s+/)
  if (!inside.includes(',') && parts.length === 5 && parts[3] === '/') parts.splice(3, 1)
  if (parts.length !== 3 && parts.length !== 4) return null
  const [red, green, blue] = parts.slice(0, 3).map((part) => parseAmount(part, 255))
  const alpha = parts[3] === undefined ? 1 : parseAmount(parts[3], 1)
  if (!isNumber(red) || !isNumber(green) || !isNumber(blue) || !isNumber(alpha)) return null
  const notation = parts.length === 4 || name === 'rgba' ? 'rgba' : 'rgb'
  return { red: Math.round(red), green: Math.round(green), blue: Math.round(blue), alpha, notation }
}

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'

/** A plain number from 0 to `full`, or a percentage of `full`. */
function parseAmount(text: string, full: number): number | null {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d{1,10})?|\.\d{1,10})(%?)$/.exec(text.trim()) ?? []
  if (digits === undefined) return null
  const amount = percent === '%' ? (Number(digits) / 100) * full : Number(digits)
  return amount <= full ? amount : null
}

const hexByte = (byte: number): string => Math.round(byte).toString(16).padStart(2, '0')
const short = (value: number): string => String(Math.round(value * 1000) / 1000 + 0)

export function formatColour({ red, green, blue, alpha, notation }: Colour): string {
  if (notation === 'rgb') return `rgb(${red},${green},${blue})`
  if (notation === 'rgba') return `rgba(${red},${green},${blue},${short(alpha)})`
  const digits = hexByte(red) + hexByte(green) + hexByte(blue)
  return alpha === 1 ? `#${digits}` : `#${digits}${hexByte(alpha * 255)}`
}

/** A single colour in its canonical spelling, or null for anything else. */
export function canonicalColour(text: string): string | null {
  const colour = parseColour(text)
  return colour === null ? null : formatColour(colour)
}

/** A single colour or a linear or radial gradient in its canonical spelling, or null for anything else. */
export const canonicalPaint = (text: string): string | null => canonicalColour(text) ?? canonicalGradient(text)

const colour = String.raw`#[\da-f]+|rgba?\([^()]*\)`
const number = String.raw`\d{1,4}(?:\.\d{1,6})?`
const length = `(?:-?${number}(?:%|px)|0)`
const across = `(?:left|center|right|${length})`
const down = `(?:top|center|bottom|${length})`
// Two keywords may stand in either order, but not two of one axis, nor a length on the wrong side.
const position = `at (?:${across}(?: ${down})?|(?:top|bottom)(?: (?:left|center|right))?)`
const shape = '(?:circle|ellipse)'
const extent = '(?:closest-side|closest-corner|farthest-side|farthest-corner)'

const stopPattern = new RegExp(`^(${colour})((?: ${length}){0,2})$`)
/** What may stand before the stops. */
const preludePatterns = {
  linear: new RegExp(
    `^(?:[+-]?${number}(?:deg|turn|rad|grad)|to (?:(?:top|bottom)(?: (?:left|right))?|(?:left|right)(?: (?:top|bottom))?))$`,
  ),
  radial: new RegExp(`^(?:(?:${shape}|${extent}|${shape} ${extent})(?: ${position})?|${position})$`),
}

function canonicalGradient(text: string): string | null {
  const value = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const [, kind, inside = ''] =
    value.length > lengthLimit ? [] : (/^(linear|radial)-gradient\((.*)\)$/.exec(value) ?? [])
  if (kind !== 'linear' && kind !== 'radial') return null
  // Split at the commas outside brackets.
  const parts = inside.split(/,(?![^(]*\))/).map((part) => part.trim())
  const prelude = preludePatterns[kind].test(parts[0] ?? '') ? parts.splice(0, 1) : []
  const stops = parts.map(canonicalStop)
  if (stops.length < 2 || stops.length > stopLimit || stops.includes(null)) return null
  return `${kind}-gradient(${[...prelude.map(canonicalNumbers), ...stops].join(', ')})`
}

function canonicalStop(text: string): string | null {
  const [, ink = '', places = ''] = stopPattern.exec(text) ?? []
  const canonical = canonicalColour(ink)
  return canonical === null ? null : canonical + canonicalNumbers(places)
}

/** Every number in its shortest spelling: `+045.50deg` → `45.5deg`, `0` → `0%`. */
const canonicalNumbers = (text: string): string =>
  text.replace(/([+-]?\d[\d.]*)(%|[a-z]*)/g, (_, digits: string, unit: string) => short(Number(digits)) + (unit || '%'))

/** Finds every colour in a canonical paint. */
export const colourPattern = new RegExp(colour, 'gi')

/** Every colour in a canonical paint: one, or the stops of a gradient. */
export const coloursOf = (paint: string): Colour[] =>
  (paint.match(colourPattern) ?? []).map(parseColour).filter((colour) => colour !== null)
