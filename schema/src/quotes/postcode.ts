import { postcodeAreas } from './postcode-areas.ts'

/** Where a lead is, as far as routing needs it. `district`: the outward code (`SW1A`) or the Eircode routing key (`D02`). */
export type Place = { country: 'GB' | 'IE'; district: string }

const outward = /^([A-Z]{1,2})(\d[A-Z\d]?)$/
const inward = /^\d[ABD-HJLNP-UW-Z]{2}$/
// The routing key and unique identifier of an Eircode; D6W is the one key that ends in a letter.
const eircode = /^([AC-FHKNPRTV-Y]\d\d|D6W)([0-9AC-FHKNPRTV-Y]{4})$/

export type PostcodeResult = { ok: true; value: string } | { ok: false; message: string }

/**
 * Forgives case, spaces and punctuation (`sw1a-1aa.`) and gives `SW1A 1AA` or `D02 X285`. The last three characters
 * of a UK postcode are its inward part, so the space never matters.
 */
export function parsePostcode(text: string): PostcodeResult {
  const bare = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const irish = eircode.exec(bare)
  if (irish) return { ok: true, value: `${irish[1]} ${irish[2]}` }

  const example = 'Enter a full UK postcode, like SW1A 1AA, or an Eircode, like D02 X285'
  const [out, end] = [bare.slice(0, -3), bare.slice(-3)]
  const parts = outward.exec(out)
  if (!parts || !inward.test(end)) return { ok: false, message: example }
  if (!Object.hasOwn(postcodeAreas, parts[1] ?? '')) {
    return { ok: false, message: `No UK postcode starts with ${parts[1]}. ${example}` }
  }
  return { ok: true, value: `${out} ${end}` }
}

/** The routing district of a normalised postcode. */
export function districtOf(postcode: string): Place {
  const [district = '', rest = ''] = postcode.split(' ')
  return { country: rest.length === 3 ? 'GB' : 'IE', district }
}

/** The country of a postcode as it was typed; null when it is none. */
export function countryOf(text: string): Place['country'] | null {
  const postcode = parsePostcode(text)
  return postcode.ok ? districtOf(postcode.value).country : null
}
