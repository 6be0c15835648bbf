/** Where a lead is, as far as routing needs it. `district`: the outward code (`SW1A`) or the Eircode routing key (`D02`). */
export type PostcodeArea = { country: 'GB' | 'IE'; district: string }

const outward = /^([A-Z]{1,2})(\d[A-Z\d]?)$/
const inward = /^\d[ABD-HJLNP-UW-Z]{2}$/
// The routing key and unique identifier of an Eircode; D6W is the one key that ends in a letter.
const eircode = /^([AC-FHKNPRTV-Y]\d\d|D6W)([0-9AC-FHKNPRTV-Y]{4})$/

export type PostcodeResult = { ok: true; value: string } | { ok: false; message: string }

/** What people write behind a postcode. */
const countryNames =
  /[\s,]+(?:UK|U\.K\.|GB|UNITED KINGDOM|GREAT BRITAIN|ENGLAND|SCOTLAND|WALES|(?:NORTHERN )?IRELAND|NI|IE)[\s.]*$/

/**
 * Forgives case, spaces and punctuation (`sw1a-1aa.`), a country behind it, letters of full width, and O for 0 or I for 1,
 * and gives `SW1A 1AA` or `D02 X285`. The last three characters of a UK postcode are its inward part, so the space never
 * matters.
 */
export function parsePostcode(text: string): PostcodeResult {
  const characters = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(countryNames, '')
    .replace(/[^A-Z0-9]/g, '')
  const exact = readPostcode(characters)
  if (exact.ok) return exact
  const meant = new Set(
    spellings(characters).flatMap((spelling) => {
      const read = readPostcode(spelling)
      return read.ok ? [read.value] : []
    }),
  )
  const [value] = meant
  return value !== undefined && meant.size === 1 ? { ok: true, value } : exact
}

const mistaken: Record<string, string> = { O: '0', 0: 'O', I: '1', L: '1', 1: 'I' }

/** Each way to read letters and figures that look alike. */
function spellings(characters: string): string[] {
  if (characters.length < 5 || characters.length > 7) return []
  return [...characters].reduce<string[]>(
    (begun, character) =>
      begun.flatMap((start) => [character, mistaken[character] ?? ''].filter(Boolean).map((each) => start + each)),
    [''],
  )
}

function readPostcode(characters: string): PostcodeResult {
  const irish = eircode.exec(characters)
  if (irish) return { ok: true, value: `${irish[1]} ${irish[2]}` }

  const example = 'Enter a full UK postcode, like SW1A 1AA, or an Eircode, like D02 X285'
  const [out, end] = [characters.slice(0, -3), characters.slice(-3)]
  const parts = outward.exec(out)
  if (!parts || !inward.test(end)) return { ok: false, message: example }
  if (!Object.hasOwn(postcodeAreas, parts[1] ?? '')) {
    return { ok: false, message: `No UK postcode starts with ${parts[1]}. ${example}` }
  }
  return { ok: true, value: `${out} ${end}` }
}

/** The routing district of a normalised postcode. */
export function districtOf(postcode: string): PostcodeArea {
  const [district = '', rest = ''] = postcode.split(' ')
  return { country: rest.length === 3 ? 'GB' : 'IE', district }
}

/** The country of a postcode as it was typed; null when it is not a postcode. */
export function countryOf(text: string): PostcodeArea['country'] | null {
  const postcode = parsePostcode(text)
  return postcode.ok ? districtOf(postcode.value).country : null
}

/** The town that gives a UK postcode area its letters (Royal Email). Also the list of areas that exist. */
// oxfmt-ignore
export const postcodeAreas: Readonly<Record<string, string>> = {
  AB: 'Aberdeen', AL: 'St Albans', B: 'Birmingham', BA: 'Bath', BB: 'Blackburn', BD: 'Bradford', BH: 'Bournemouth',
  BL: 'Bolton', BN: 'Brighton', BR: 'Bromley', BS: 'Bristol', BT: 'Belfast and Northern Ireland', CA: 'Carlisle',
  CB: 'Cambridge', CF: 'Cardiff', CH: 'Chester', CM: 'Chelmsford', CO: 'Colchester', CR: 'Croydon', CT: 'Canterbury',
  CV: 'Coventry', CW: 'Crewe', DA: 'Dartford', DD: 'Dundee', DE: 'Derby', DG: 'Dumfries', DH: 'Durham',
  DL: 'Darlington', DN: 'Doncaster', DT: 'Dorchester', DY: 'Dudley', E: 'East London', EC: 'Central London',
  EH: 'Edinburgh', EN: 'Enfield', EX: 'Exeter', FK: 'Falkirk', FY: 'Blackpool', G: 'Glasgow', GL: 'Gloucester',
  GU: 'Guildford', GY: 'Guernsey', HA: 'Harrow', HD: 'Huddersfield', HG: 'Harrogate', HP: 'Hemel Hempstead',
  HR: 'Hereford', HS: 'Outer Hebrides', HU: 'Hull', HX: 'Halifax', IG: 'Ilford', IM: 'Isle of Man', IP: 'Ipswich',
  IV: 'Inverness', JE: 'Jersey', KA: 'Kilmarnock', KT: 'Kingston upon Thames', KW: 'Kirkwall', KY: 'Kirkcaldy',
  L: 'Liverpool', LA: 'Lancaster', LD: 'Llandrindod Wells', LE: 'Leicester', LL: 'Llandudno', LN: 'Lincoln',
  LS: 'Leeds', LU: 'Luton', M: 'Manchester', ME: 'Medway', MK: 'Milton Keynes', ML: 'Motherwell', N: 'North London',
  NE: 'Newcastle upon Tyne', NG: 'Nottingham', NN: 'Northampton', NP: 'Newport', NR: 'Norwich', NW: 'North West London',
  OL: 'Oldham', OX: 'Oxford', PA: 'Paisley', PE: 'Peterborough', PH: 'Perth', PL: 'Plymouth', PO: 'Portsmouth',
  PR: 'Preston', RG: 'Reading', RH: 'Redhill', RM: 'Romford', S: 'Sheffield', SA: 'Swansea', SE: 'South East London',
  SG: 'Stevenage', SK: 'Stockport', SL: 'Slough', SM: 'Sutton', SN: 'Swindon', SO: 'Southampton', SP: 'Salisbury',
  SR: 'Sunderland', SS: 'Southend-on-Sea', ST: 'Stoke-on-Trent', SW: 'South West London', SY: 'Shrewsbury',
  TA: 'Taunton', TD: 'Galashiels', TF: 'Telford', TN: 'Tunbridge Wells', TQ: 'Torquay', TR: 'Truro', TS: 'Teesside',
  TW: 'Twickenham', UB: 'Southall', W: 'West London', WA: 'Warrington', WC: 'Central London', WD: 'Watford',
  WF: 'Wakefield', WN: 'Wigan', WR: 'Worcester', WS: 'Walsall', WV: 'Wolverhampton', YO: 'York', ZE: 'Shetland',
}
