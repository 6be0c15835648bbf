import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaOf } from './places.ts'
import { districtOf, parsePostcode } from './postcode.ts'

const valueOf = (text: string) => {
  const result = parsePostcode(text)
  return result.ok ? result.value : result.message
}

test.each([
  ['SW1A 1AA', 'SW1A 1AA'],
  ['sw1a-1aa.', 'SW1A 1AA'],
  [' sw1a1aa ', 'SW1A 1AA'],
  ['S W 1 A 1 A A', 'SW1A 1AA'],
  ['m11ae', 'M1 1AE'],
  ['SW11 1AA', 'SW11 1AA'],
  ['bt1 5gs', 'BT1 5GS'],
  ['EC1A 1BB', 'EC1A 1BB'],
  ['W1A 0AX', 'W1A 0AX'],
  ['JE2 3AB', 'JE2 3AB'],
  ['d02x285', 'D02 X285'],
  ['D6W  XY00', 'D6W XY00'],
  ['a65 f4e2', 'A65 F4E2'],
  ['DO2 X285', 'D02 X285'],
  ['W1A OAX', 'W1A 0AX'],
  ['SWIA 1AA', 'SW1A 1AA'],
  ['M1 IAE', 'M1 1AE'],
  ['M1 LAE', 'M1 1AE'],
  ['M1 1AE UK', 'M1 1AE'],
  ['M1 1AE, England.', 'M1 1AE'],
  ['D02 X285, Ireland', 'D02 X285'],
  ['ＳＷ１Ａ　１ＡＡ', 'SW1A 1AA'],
])('%j is kept as %j', (text, kept) => {
  expect(valueOf(text)).toBe(kept)
})

test('a postcode area that does not exist is explained', () => {
  expect(valueOf('QX1 1AA')).toBe(
    'No UK postcode starts with QX. Enter a full UK postcode, like SW1A 1AA, or an Eircode, like D02 X285',
  )
})

test.each([
  '',
  'SW1',
  'SW1A',
  '1AA SW1A',
  'SW1A 1A',
  'SW1A 1AC1',
  'SW1A CAA',
  'SW1A 1CI',
  '12345',
  'D02',
  'D6 X285',
  'B02 X285',
  '{"$ne":1}',
])('%j is answered with what a full one looks like', (text) => {
  expect(parsePostcode(text)).toMatchObject({ ok: false, message: expect.stringContaining('like SW1A 1AA') })
})

test('the district of SW1 is not that of SW11, and D6W is neither D06 nor D6', () => {
  expect(districtOf('SW1 1AA')).toEqual({ country: 'GB', district: 'SW1' })
  expect(districtOf('SW11 1AA')).toEqual({ country: 'GB', district: 'SW11' })
  expect(districtOf('D6W X285')).toEqual({ country: 'IE', district: 'D6W' })
  expect(districtOf('D06 X285')).toEqual({ country: 'IE', district: 'D06' })
})

test('whatever stands between and around the characters, the postcode stays the same', () => {
  const kept = fc.constantFrom('SW1A 1AA', 'M1 1AE', 'BT1 5GS', 'D02 X285', 'D6W XY00')
  const noise = fc.stringMatching(/^[ .,\-_/]{0,3}$/)
  fc.assert(
    fc.property(kept, noise, fc.boolean(), (postcode, gap, lower) => {
      const text = gap + [...postcode.replace(' ', '')].join(gap) + gap
      expect(valueOf(lower ? text.toLowerCase() : text)).toBe(postcode)
    }),
  )
})

test('what is accepted once is accepted again unchanged, and nothing makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/)), (text) => {
      const result = parsePostcode(text)
      if (!result.ok) return
      expect(parsePostcode(result.value)).toEqual(result)
      expect(result.value).toMatch(/^[A-Z\d]{2,4} [A-Z\d]{3,4}$/)
    }),
  )
})

test.each([
  ['SW1A 1AA', 'South West London (SW1A)'],
  ['D02 X285', 'Dublin 2 (D02)'],
])('the area of %s is %s', (postcode, area) => {
  expect(areaOf(postcode)).toBe(area)
})
