import { expect, test } from 'vitest'
import { irishCounties } from '../quotes/places.ts'
import { areaText, parseArea } from './area-text.ts'
import type { Area } from './contractor.ts'

test.each<[string, Area['kind'], string]>([
  ['SW1A', 'outcode', 'SW1A'],
  [' sw1a ', 'outcode', 'SW1A'],
  ['sw', 'outcode', 'SW'],
  ['m1', 'outcode', 'M1'],
  ['E1', 'outcode', 'E1'],
  ['d02', 'routing-key', 'D02'],
  ['D6W', 'routing-key', 'D6W'],
  ['E45', 'routing-key', 'E45'],
  ['W12', 'outcode', 'W12'],
  ['w12  ireland', 'routing-key', 'W12'],
  ['D02 Ireland', 'routing-key', 'D02'],
  ['cork', 'county', 'Cork'],
  ['Co. Cork', 'county', 'Cork'],
  ['COUNTY DUBLIN', 'county', 'Dublin'],
  ['uk', 'nationwide', 'GB'],
  ['GB', 'nationwide', 'GB'],
  ['Ireland', 'nationwide', 'IE'],
])('%s is the %s %s', (text, kind, value) => {
  const result = parseArea(text)
  expect(result).toEqual({ ok: true, area: { kind, value } })
  const written = areaText({ kind, value })
  expect(parseArea(written)).toEqual(result)
})

test.each([
  ['SW1A 1AA', 'SW1A 1AA is a full postcode. Enter SW1A.'],
  ['d02x285', 'D02 X285 is a full postcode. Enter D02.'],
  ['XX9', 'We do not know the area “XX9”.'],
  ['D99', 'We do not know the area “D99”.'],
  ['SW1 Ireland', 'We do not know the area “SW1 Ireland”.'],
  ['SW123', 'We do not know the area “SW123”.'],
  ['constructor', 'We do not know the area “constructor”.'],
  ['', 'We do not know the area “”.'],
])('%s is no area: %s', (text, message) => {
  expect(parseArea(text)).toEqual({ ok: false, message: expect.stringContaining(message) })
})

test('every county is written and read as itself', () => {
  expect(irishCounties).toHaveLength(26)
  for (const value of irishCounties) {
    expect(parseArea(areaText({ kind: 'county', value }))).toEqual({ ok: true, area: { kind: 'county', value } })
  }
})
