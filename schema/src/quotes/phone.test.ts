import { parsePhoneNumber, type MetadataJson } from 'libphonenumber-js/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import everything from 'libphonenumber-js/metadata.max.json' with { type: 'json' }
import metadata from './phone-metadata.json' with { type: 'json' }
import { parsePhone, phoneMessage, type Country } from './phone.ts'

test.each([
  ['07700 900123', '+447700900123'],
  ['+44 7700 900123', '+447700900123'],
  ['0044-7911-123456', '+447911123456'],
  ['+44 (0)7911 123456', '+447911123456'],
  ['(020) 7946 0958', '+442079460958'],
  ['07797 712345', '+447797712345'], // Jersey
  ['085 123 4567', '+353851234567'],
  ['+353 1 234 5678', '+35312345678'],
  ['0770O 900l23', '+447700900123'],
  ['7700900123', '+447700900123'],
])('%s is kept as %s', (text, number) => {
  expect(parsePhone(text)).toBe(number)
})

test.each(['', '12', '07700 90012', '077009001234', '+1 212 555 0123', '{"$gt":""}', '0'.repeat(2_000)])(
  '%j is no British or Irish number',
  (text) => {
    expect(parsePhone(text)).toBeNull()
  },
)

test('the quick way takes a mobile number exactly when the whole plan does', () => {
  const start = fc.constantFrom('07', '+447', '00447', '+44 7', '0 7')
  fc.assert(
    fc.property(start, fc.stringMatching(/^\d{9}$/), fc.constantFrom('', ' ', '-'), (before, rest, gap) => {
      const text = `${before}${rest.slice(0, 3)}${gap}${rest.slice(3)}`
      const phone = parsePhoneNumber(text, 'GB', metadata as unknown as MetadataJson)
      const isExample = /^\+447700900\d{3}$/.test(phone.number)
      expect(parsePhone(text)).toBe(phone.isValid() || isExample ? phone.number : null)
    }),
    { numRuns: 2_000 },
  )
})

test('the plan we ship is that of the installed library, for our countries only', () => {
  const { GB, GG, IM, JE, IE } = everything.countries
  expect(metadata).toEqual({
    version: everything.version,
    country_calling_codes: { '44': everything.country_calling_codes['44'], '353': ['IE'] },
    countries: { GB, GG, IM, JE, IE },
    nonGeographic: {},
  })
})

const beside = (text: string, country: Country | null) => parsePhone(text, country) ?? 'not taken'

test.each([
  ['07400 12345', 'GB', 'not taken'], // a digit missing; an Irish landline it is not
  ['07911 123456', 'GB', '+447911123456'],
  ['07911 123456', 'IE', 'not taken'],
  ['085 123 4567', 'IE', '+353851234567'],
  ['085 123 4567', 'GB', 'not taken'],
  ['01 234 5678', 'IE', '+35312345678'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['020 7946 0958', 'IE', 'not taken'],
  ['07797 712345', 'GB', '+447797712345'], // Jersey
] as const)(
  'a national number is read by the country of the postcode alone: %s in %s is %s',
  (text, country, number) => {
    expect(beside(text, country)).toBe(number)
  },
)

test.each([
  ['07911 123456', '+447911123456'],
  ['085 123 4567', '+353851234567'],
  ['07400 12345', '+353740012345'],
])('without a postcode a national number is British, else Irish: %s is %s', (text, number) => {
  expect(beside(text, null)).toBe(number)
})

test.each([
  ['+353 85 123 4567', '+353851234567'],
  ['00353 85 123 4567', '+353851234567'],
  ['+44 7911 123456', '+447911123456'],
  ['0044 7911 123456', '+447911123456'],
  ['+44 20 7946 0958', '+442079460958'],
])('a country code is read as it stands, whatever the postcode: %s is %s', (text, number) => {
  for (const country of ['GB', 'IE', null] as const) expect(beside(text, country)).toBe(number)
})

test.each(['+44 7400 12345', '+353 7400 123', '+1 212 555 0123', '+44 85 123 4567'])(
  '%s is a number of no country',
  (text) => {
    for (const country of ['GB', 'IE', null] as const) expect(beside(text, country)).toBe('not taken')
  },
)

test('the numbers set apart for drama are taken, whatever the postcode', () => {
  for (const country of ['GB', 'IE', null] as const) {
    for (const text of ['07700 900123', '07700-900999', '+44 7700 900000', '(07700) 900123']) {
      expect(beside(text, country)).toMatch(/^\+447700900\d{3}$/)
    }
  }
})

test('what is kept is kept again unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(0|\+44|\+353)[ \d-]{6,14}$/)), (text) => {
      const number = parsePhone(text)
      if (number === null) return
      expect(number).toMatch(/^\+(44|353)\d{5,10}$/)
      expect(parsePhone(number)).toBe(number)
    }),
  )
})

test.each(['0161 496 0123 ext 12', '0161 496 0123 x12', '0161 496 0123 extension: 12', '0161 496 0123#12'])(
  'the extension of %j is not lost without a word',
  (text) => {
    expect(parsePhone(text)).toBeNull()
    expect(phoneMessage(null, text)).toContain('Leave out the extension')
    expect(phoneMessage(null, '0161')).not.toContain('extension')
  },
)
