import { parsePhoneNumber, type MetadataJson } from 'libphonenumber-js/core'
import metadata from './phone-metadata.json' with { type: 'json' }

const plan = metadata as unknown as MetadataJson

export const phoneMessage = 'Enter a UK or Irish phone number, like 07700 900123 or 085 123 4567'

// Ofcom keeps 07700 900000 to 900999 free for films and examples, ours among them: people try the form out with them.
const example = /^\+447700900\d{3}$/

// The library compiles its patterns at every call, which would be a sixth of what a submit costs. Most of what people
// type is a British mobile number in plain digits, and this is the library's own pattern for those.
const britishMobile = new RegExp(`^(?:\\+44|0044|0)(${plan.countries.GB?.[11]?.[1]?.[0]}|7700900\\d{3})$`)

function quickly(text: string): string | null {
  const national = britishMobile.exec(text.replace(/[ -]/g, ''))?.[1]
  return national === undefined ? null : `+44${national}`
}

/**
 * E.164, or null when it is no valid UK (with Jersey, Guernsey and Man) or Irish number. A number without a country
 * code is read as a British one first unless `country` says otherwise; the plans hardly overlap.
 */
export function parsePhone(text: string, country: 'GB' | 'IE' = 'GB'): string | null {
  const quick = quickly(text)
  if (quick !== null) return quick
  for (const region of country === 'GB' ? (['GB', 'IE'] as const) : (['IE', 'GB'] as const)) {
    try {
      const phone = parsePhoneNumber(text, region, plan)
      if (phone.isValid() || example.test(phone.number)) return phone.number
    } catch {
      // Not a number under this plan; the other one is tried, then the homeowner is told.
    }
  }
  return null
}
