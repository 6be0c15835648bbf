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
export function canonicalPaint(text: string): string | null {
  return canonicalColour(text) ?? canonicalGradient(text)
}

function canonicalGradient(text: string): string | null {
  const value = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const [, shape, inside] = value.length > lengthLimit ? [] : (/^(linear|radial)-gradient\((.*)\)$/.exec(value) ?? [])
  if (shape === undefined || inside === undefined) return null
  const parts = splitArguments(inside)
  if (parts === null) return null
  const first = parts[0] ?? ''
  const prelude = shape === 'linear' ? canonicalDirection(first) : canonicalRadius(first)
  const stops = (prelude === null ? parts : parts.slice(1)).map(canonicalStop)
  if (stops.length < 2 || stops.length > stopLimit || !stops.every((stop) => stop !== null)) return null
  return `${shape}-gradient(${[...(prelude === null ? [] : [prelude]), ...stops].join(', ')})`
}

/** Splits at the commas outside brackets; null when the brackets do not pair up one deep. */
function splitArguments(inside: string): string[] | null {
  const parts = ['']
  let depth = 0
  for (const letter of inside) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth < 0 || depth > 1) return null
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return depth === 0 ? parts.map((part) => part.trim()) : null
}

function canonicalDirection(text: string): string | null {
  const [, degrees, unit] = /^([+-]?\d{1,4}(?:\.\d{1,6})?)(deg|turn|rad|grad)$/.exec(text) ?? []
  if (degrees !== undefined) return short(Number(degrees)) + unit
  const sides = /^to (?:(?:top|bottom)(?: (?:left|right))?|(?:left|right)(?: (?:top|bottom))?)$/
  return sides.test(text) ? text : null
}

function canonicalRadius(text: string): string | null {
  const pattern =
    /^(circle|ellipse)?(?: ?(closest-side|closest-corner|farthest-side|farthest-corner))?(?: ?at ([a-z\d.%-]+(?: [a-z\d.%-]+)?))?$/
  const [, shape, extent, position] = text === '' ? [] : (pattern.exec(text) ?? [])
  if (shape === undefined && extent === undefined && position === undefined) return null
  const at = position?.split(' ').map(canonicalPlace)
  if (at !== undefined && !isPosition(at)) return null
  return [shape, extent, at && `at ${at.join(' ')}`].filter((part) => part !== undefined).join(' ')
}

function canonicalPlace(text: string): string | null {
  return /^(?:left|center|right|top|bottom)$/.test(text) ? text : canonicalLength(text)
}

function isPosition(at: (string | null)[]): boolean {
  if (at.includes(null)) return false
  const [across = 'center', down = 'center'] = at
  if (at.length === 1) return true
  const sideways = /^(?:left|right)$/
  const upright = /^(?:top|bottom)$/
  // CSS takes either order for two keywords, but not two of one axis, nor a length on the wrong side.
  if (upright.test(across ?? '')) return /^(?:left|center|right)$/.test(down ?? '')
  return !sideways.test(down ?? '')
}

function canonicalStop(text: string): string | null {
  const [, colour, places] = /^(#[\da-f]+|rgba?\([^()]*\))((?: [^ ]+){0,2})$/.exec(text) ?? []
  if (colour === undefined || places === undefined) return null
  const parts = [canonicalColour(colour), ...places.split(' ').filter(Boolean).map(canonicalLength)]
  return parts.every((part) => part !== null) ? parts.join(' ') : null
}

function canonicalLength(text: string): string | null {
  const [, digits, unit] = /^(-?\d{1,4}(?:\.\d{1,6})?)(%|px)$/.exec(text) ?? []
  if (digits === undefined) return text === '0' ? '0%' : null
  return short(Number(digits)) + unit
}

/** Finds every colour in a canonical paint. */
export const colourPattern = /#[\da-f]+|rgba?\([^()]*\)/gi

/** Every colour in a canonical paint: one, or the stops of a gradient. */
export function coloursOf(paint: string): Colour[] {
  return (paint.match(colourPattern) ?? []).map(parseColour).filter((colour) => colour !== null)
}

/** The first colour of a paint, for where CSS allows no gradient. */
export function solidColour(paint: string, fallback: string): string {
  const [first] = coloursOf(paint)
  return first === undefined ? fallback : formatColour(first)
}
