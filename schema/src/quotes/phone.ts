import { parsePhoneNumber, type MetadataJson } from 'libphonenumber-js/core'
import metadata from './phone-metadata.json' with { type: 'json' }
import type { Place } from './postcode.ts'

const plan = metadata as unknown as MetadataJson

export type Country = Place['country']

const messages: Record<Country | 'either', string> = {
  GB: 'Enter a UK phone number, like 07700 900123, or start with +353 for an Irish one',
  IE: 'Enter an Irish phone number, like 085 123 4567, or start with +44 for a UK one',
  either: 'Enter a UK or Irish phone number, like 07700 900123 or 085 123 4567',
}
export const phoneMessage = (country: Country | null) => messages[country ?? 'either']

// Ofcom keeps 07700 900000 to 900999 free for films and examples, ours among them: people try the form out with them.
const example = /^\+447700900\d{3}$/

// The library compiles its patterns at every call, which would be a sixth of what a submit costs. Most of what people
// type is a British mobile number in plain digits, and this is the library's own pattern for those.
const britishMobile = new RegExp(`^(\\+44|0044|0)(${plan.countries.GB?.[11]?.[1]?.[0]}|7700900\\d{3})$`)

function quickly(text: string, country: Country | null): string | null {
  const [, code, national] = britishMobile.exec(text.replace(/[ -]/g, '')) ?? []
  if (code === undefined || national === undefined) return null
  const number = `+44${national}`
  // Beside an Irish postcode a national number is no British one.
  return code === '0' && country === 'IE' && !example.test(number) ? null : number
}

/**
 * E.164, or null when it is no valid UK (with Jersey, Guernsey and Man) or Irish number. A number with a country code
 * is read as it stands. A national one is read by `country`, that of the postcode beside it; without one as British,
 * else as Irish: the plans overlap where a digit is missing.
 */
export function parsePhone(text: string, country: Country | null = null): string | null {
  const quick = quickly(text, country)
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
    // No number under this plan: the next one is tried, or the homeowner is told.
    return null
  }
}
