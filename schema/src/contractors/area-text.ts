import { irishCounties, isRoutingKey } from '../quotes/places.ts'
import { districtOf, parsePostcode, postcodeAreas } from '../quotes/postcode.ts'
import type { Area } from './contractor.ts'

export type AreaResult = { ok: true; area: Area } | { ok: false; message: string }

const nations = new Map([
  ['gb', 'GB'],
  ['uk', 'GB'],
  ['united kingdom', 'GB'],
  ['ie', 'IE'],
  ['ireland', 'IE'],
])

/** A district of London and the routing key of Newbridge; the only code that is both. */
const alsoInLondon = 'W12'

const known =
  'Enter an outward code like SW1A, a postcode area like SW, a routing key like D02, an Irish county, UK or Ireland.'

/** An area as people type it, in any case; `areaText` writes it back. */
export function parseArea(text: string): AreaResult {
  const typed = text.trim().replace(/\s+/g, ' ')
  const name = typed.toLowerCase().replaceAll('.', '')
  const nation = nations.get(name)
  if (nation) return found('nationwide', nation)
  const county = irishCounties.find((each) => each.toLowerCase() === name.replace(/^(county|co) /, ''))
  if (county) return found('county', county)

  const code = typed.toUpperCase().replace(/ IRELAND$/, '')
  const isIrish = code.length < typed.length
  if (isRoutingKey(code) && (isIrish || code !== alsoInLondon)) return found('routing-key', code)
  const letters = /^([A-Z]{1,2})(\d[A-Z\d]?)?$/.exec(code)?.[1]
  if (letters && !isIrish && Object.hasOwn(postcodeAreas, letters)) return found('outcode', code)
  const postcode = parsePostcode(code)
  return {
    ok: false,
    message: postcode.ok
      ? `${postcode.value} is a full postcode. Enter ${districtOf(postcode.value).district}.`
      : `We do not know the area “${typed.slice(0, 40)}”. ${known}`,
  }
}

const found = (kind: Area['kind'], value: string): AreaResult => ({ ok: true, area: { kind, value } })

/** An area as people read it: SW1A, D02, County Cork, UK. `parseArea` reads each of them as the same area again. */
export function areaText({ kind, value }: Area): string {
  if (kind === 'county') return `County ${value}`
  if (kind === 'nationwide') return value === 'IE' ? 'Ireland' : 'UK'
  return kind === 'routing-key' && value === alsoInLondon ? `${value} Ireland` : value
}
