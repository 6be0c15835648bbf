/** Where a lead is, as far as routing needs it. `district`: the outward code (`SW1A`) or the Eircode routing key (`D02`). */
export type Place = { country: 'GB' | 'IE'; district: string }

// The postcode areas in use (Royal Mail), without the Crown dependencies' own; `QX` and the like do not exist.
const areas = new Set(
  (
    'AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL ' +
    'GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA ' +
    'PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN ' +
    'WR WS WV YO ZE'
  ).split(' '),
)

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
  if (!areas.has(parts[1] ?? '')) {
    return { ok: false, message: `No UK postcode starts with ${parts[1]}. ${example}` }
  }
  return { ok: true, value: `${out} ${end}` }
}

/** The routing district of a normalised postcode. */
export function districtOf(postcode: string): Place {
  const [district = '', rest = ''] = postcode.split(' ')
  return { country: rest.length === 3 ? 'GB' : 'IE', district }
}
