import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aLead } from '../testing/factories.ts'
import { blanked, createBlanker, jobAnswers } from './redact.ts'

const aoife = { firstName: 'Aoife', lastName: "O'Brien-Walsh" }
const blank = (text: string, names = aoife) => createBlanker(names)(text)

test.each([
  ['mail aoife.byrne+quotes@example.co.uk please', 'mail [removed] please'],
  ['mail me@example.com, or see www.example.com.', 'mail [removed], or see [removed].'],
  ['aoife (at) example (dot) com', '[removed]'],
  ['write to aoife at example dot com', 'write to [removed]'],
  ['ring 07700 900123 after six', 'ring [removed] after six'],
  ['ring 07700900123.', 'ring [removed].'],
  ['or +44 (0)20 7946 0958', 'or [removed]'],
  ['or +353-85-123-4567, thanks', 'or [removed], thanks'],
  ['the office is (020) 7946 0958', 'the office is [removed]'],
  ['dial 7946 0958', 'dial [removed]'],
  ['oh seven seven double zero, nine zero zero one two three', '[removed]'],
  ['pictures at https://photos.example/album?id=7', 'pictures at [removed]'],
  ['see www.example.ie/drive', 'see [removed]'],
  ['see my-house.co.uk for it', 'see [removed] for it'],
  ['on wa.me/447700900123', 'on [removed]'],
  ['find me @aoife_b', 'find me [removed]'],
  ['we are at SW1A 1AA, the red door', 'we are at [removed], the red door'],
  ['we are at sw1a-1aa', 'we are at [removed]'],
  ['next to D02 X285', 'next to [removed]'],
  ['next to d6wxh42', 'next to [removed]'],
  ['Regards, Aoife', 'Regards, [removed]'],
  ["AOIFE'S mother", "[removed]'S mother"],
  ['Mrs O’Brien-Walsh asks', 'Mrs [removed] asks'],
  ['the Walsh house, obrien on the bell', 'the [removed] house, [removed] on the bell'],
  ['0\uFE0F\u20E37\uFE0F\u20E37\uFE0F\u20E3 00 900 123', '[removed]'],
])('%j is read as %j', (text, expected) => {
  expect(blank(text)).toBe(expected)
})

test.each([
  'The gate is narrow. About 3.5 m wide and 12 m long, 40–60m².',
  'Between £12,000 and £20,000, or €15000000 at most.',
  'From 2027-03-31 or 31/03/2027, mornings.',
  'Two cars, one van, three steps; block paving e.g. grey.',
  'There is a drain at the front.Then a hedge.',
  'Off the M25, near the A1.',
])('%j has nothing personal and stays as it is', (text) => {
  expect(blank(text)).toBe(text)
})

test('an accent hides no name, on either side', () => {
  expect(blank('Zoë asks', { firstName: 'Zoe', lastName: 'Ó Briain' })).toBe('[removed] asks')
  expect(blank('Zoe O Briain asks', { firstName: 'Zoë', lastName: 'Ó Briain' })).toBe('[removed] [removed] asks')
})

test('a lead without names blanks no words', () => {
  expect(blank('a b c', { firstName: '', lastName: '' })).toBe('a b c')
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const letters = fc.stringMatching(/^[a-z]{2,8}$/)
const phone = fc
  .tuple(fc.constantFrom('07', '+447', '00353 8', '(020) ', '+44 20 '), digits(9), fc.constantFrom('', ' ', '-', '.'))
  .map(([start, rest, gap]) => start + rest.slice(0, 3) + gap + rest.slice(3, 6) + gap + rest.slice(6))
const email = fc.tuple(letters, letters, fc.constantFrom('com', 'co.uk', 'ie')).map(([a, b, end]) => `${a}@${b}.${end}`)
const link = fc
  .tuple(fc.constantFrom('https://', 'http://', 'www.'), letters)
  .map(([start, name]) => `${start}${name}.com/x`)
const postcode = fc
  .tuple(
    fc.stringMatching(/^[A-Z]{1,2}[0-9][A-Z0-9]?$/),
    fc.constantFrom('', ' '),
    fc.stringMatching(/^[0-9][ABD-HJLN-UW-Z]{2}$/),
  )
  .map((parts) => parts.join(''))
const eircode = fc
  .tuple(
    fc.stringMatching(/^([AC-FHKNPRTV-Y][0-9]{2}|D6W)$/),
    fc.constantFrom('', ' '),
    fc.stringMatching(/^[0-9AC-FHKNPRTV-Y]{4}$/),
  )
  .map((parts) => parts.join(''))
const name = fc.stringMatching(/^[A-Z][a-zé']{1,10}[a-z]$/)
const around = fc.constantFrom('', 'call ', 'call me: ', '(', 'the drive, then ', 'Hi.\n')

test('no phone, email, link or postcode survives, wherever it stands', () => {
  const secret = fc.oneof(phone, email, link, postcode, eircode)
  fc.assert(
    fc.property(around, secret, around, (before, value, after) => {
      const text = blank(`${before}${value} ${after}`)
      expect(text).toContain(blanked)
      expect(text).not.toContain(value)
    }),
  )
})

test('no name survives, in any case', () => {
  fc.assert(
    fc.property(name, name, around, (firstName, lastName, before) => {
      const text = createBlanker({ firstName, lastName })(`${before}${firstName.toUpperCase()} and ${lastName}`)
      expect(text.toLowerCase()).not.toContain(`${firstName.toLowerCase()} and`)
      expect(text.endsWith(`and ${lastName}`)).toBe(false)
    }),
  )
})

test('blanking twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(blank(blank(text))).toBe(blank(text))
    }),
  )
})

// What took time by the square of the length would be at it for minutes here.
test('long names cost hardly more than short ones, however long the text', () => {
  const text = 'The gate is narrow; Zoë has the key. '.repeat(600)
  const words = Array.from({ length: 8_000 }, (_, index) => `Z${index}oë`).join(' ')
  expect(createBlanker({ firstName: words, lastName: `Ó ${words}` })(text)).toContain('The gate is narrow')
})

test.each(['a', 'a.', 'a-', 'é', '+', '1 ', 'one ', '@', 'a@', 'M1 ', '(at) '])(
  'a long run of %j is read once',
  (piece) => {
    expect(blank(piece.repeat(300_000 / piece.length))).not.toBe('')
  },
)

test('an offer tells the job without the name and the contact, and keeps the words of the form', () => {
  const lead = aLead(1, {
    firstName: 'Natural',
    lastName: 'Stone',
    answers: [
      { name: 'first_name', label: 'First name', value: 'Natural' },
      { name: 'email', label: 'Email', value: 'stone@example.com' },
      { name: 'mobile', label: 'Mobile', value: '+447700900123' },
      { name: 'postcode', label: 'Postcode', value: 'SW1A 1AA' },
      { name: 'drivewayMaterial', label: 'Material', value: 'Natural stone' },
      { name: 'additionalInfo', label: 'Anything else', value: 'Ask for Stone on 07700 900123' },
    ],
  })
  expect(jobAnswers(lead)).toEqual([
    { name: 'drivewayMaterial', label: 'Material', value: 'Natural stone' },
    { name: 'additionalInfo', label: 'Anything else', value: 'Ask for [removed] on [removed]' },
  ])
})
