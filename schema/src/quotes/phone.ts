import { parsePhoneNumber, type MetadataJson } from 'libphonenumber-js/core'
import metadata from './phone-metadata.json' with { type: 'json' }
import type { PostcodeArea } from './postcode.ts'

const plan = metadata as unknown as MetadataJson

export type Country = PostcodeArea['country']

const messages: Record<Country | 'either', string> = {
  GB: 'Enter a UK phone number, like 07700 900123, or start with +353 for an Irish one',
  IE: 'Enter an Irish phone number, like 085 123 4567, or start with +44 for a UK one',
  either: 'Enter a UK or Irish phone number, like 07700 900123 or 085 123 4567',
}
/** What is wrong with a text that `parsePhone` does not read. */
export const phoneMessage = (country: Country | null, text = '') =>
  hasExtension(text)
    ? 'Leave out the extension, and write it where there is room for more'
    : messages[country ?? 'either']

// A number in E.164 has no room for one, so it would be lost without a word.
const extension = /(?:\bext(?:ension|n)?\b|\bx(?=\s*\d)|#)[\s.:]*\d{1,7}\s*$/i
const hasExtension = (text: string) => extension.test(text)

// Ofcom reserves 07700 900000 to 900999 for films and examples; people try out the form with the example numbers.
const example = /^\+447700900\d{3}$/

// The library compiles its patterns at every call, which would take a sixth of the time of a submit. Most people type a
// British mobile number in plain digits, and this is the library's own pattern for those.
const britishMobile = new RegExp(`^(\\+44|0044|0)(${plan.countries.GB?.[11]?.[1]?.[0]}|7700900\\d{3})$`)

function parseBritishMobile(text: string, country: Country | null): string | null {
  const [, code, national] = britishMobile.exec(text.replace(/[ -]/g, '')) ?? []
  if (code === undefined || national === undefined) return null
  const number = `+44${national}`
  // With an Irish postcode a national number is not a British one.
  return code === '0' && country === 'IE' && !example.test(number) ? null : number
}

/**
 * The number in E.164, or null when it is not a valid UK (with Jersey, Guernsey and Man) or Irish number. A national
 * number is read as one of `country`, that of the postcode among the answers; without it as British, else as Irish,
 * because the two plans overlap where a digit is missing.
 */
export function parsePhone(text: string, country: Country | null = null): string | null {
  if (hasExtension(text)) return null
  return readNumber(/^[\d\s()+./-]*[oil][\d\s()+./oil-]*$/i.test(text) ? asFigures(text) : text, country)
}

/** Letters that stand for the figures that look like them. */
const asFigures = (text: string) => text.replace(/o/gi, '0').replace(/[il]/gi, '1')

function readNumber(text: string, country: Country | null): string | null {
  const quick = parseBritishMobile(text, country)
  if (quick !== null) return quick
  for (const region of country === null ? (['GB', 'IE'] as const) : [country]) {
    const number = readIn(text, region)
    if (number !== null) return number
  }
  const drama = country === 'IE' ? readIn(text, 'GB') : null
  return drama !== null && example.test(drama) ? drama : null
}

function readIn(text: string, region: Country): string | null {
  try {
    const phone = parsePhoneNumber(text, region, plan)
    return phone.isValid() || example.test(phone.number) ? phone.number : null
  } catch {
    // Not a number of this country.
    return null
  }
}
