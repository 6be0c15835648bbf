import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEmail } from './quotes/email-address.ts'
import { cleanLine, cleanText, foldName, hasWords } from './typed-text.ts'

test.each([
  ['Mary\u202egnp.exe', 'Marygnp.exe'],
  ['\u200bAoife\ufeff', 'Aoife'],
  ['Zoe\u0308', 'Zoë'],
  ['Ada\u00a0\u2003Byrne', 'Ada  Byrne'],
  ['one\u0085two\u2028three\r\nfour', 'one\ntwo\nthree\nfour'],
  ['half \ud83d of a smile', 'half  of a smile'],
  ['lost \ufffd', 'lost'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['\u3164', ''],
  [
    '👩\u200d👩\u200d👧 and 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '👩\u200d👩\u200d👧 and 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['a\u200db', 'ab'],
])('%j is kept as %j', (text, kept) => {
  expect(cleanText(text)).toBe(kept)
})

test('text that was cleaned once stays as it is, and nobody meets an invisible direction in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = cleanText(text)
      expect(cleanText(clean)).toBe(clean)
      expect(clean).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff\u0000-\u0009\u0085]/)
      expect(clean).not.toMatch(/\p{Cs}/u)
      expect(cleanLine(text)).not.toMatch(/\s\s|\n/)
    }),
  )
})

test.each([
  ['\u200bmary@example.com', 'mary@example.com'],
  ['\u202amary@example.com\u202c', 'mary@example.com'],
  ['ma\u00adry@example.com', 'mary@example.com'],
  ['mary@\u2063gmail.\u200dcom\u2060', 'mary@gmail.com'],
  [' Mary@Example.COM ', 'mary@example.com'],
  ['tim.o’connor@example.ie', "tim.o'connor@example.ie"],
  ['mailto:mary@example.com', 'mary@example.com'],
  ['mary@müller.ie', 'mary@xn--mller-kva.ie'],
  ['mary@mu\u0308ller.ie', 'mary@xn--mller-kva.ie'],
])('the address %j is stored as %j', (text, value) => {
  expect(parseEmail(text)).toEqual({ ok: true, value })
})

test.each([
  ['a..b@example.com', 'full stop too many'],
  ['.a@example.com', 'full stop too many'],
  ['a.@example.com', 'full stop too many'],
  ['a@example..com', 'full stop too many'],
  ['a@example.com.', 'full stop too many'],
  ['zoë@example.com', 'without accents'],
  ['имя@example.com', 'without accents'],
  ['a b@example.com', 'like name@example.com'],
  ['a\u3000b@example.com', 'like name@example.com'],
  ['a@b', 'like name@example.com'],
  ['a@exa mple.com', 'like name@example.com'],
  ['@example.com', 'like name@example.com'],
  ['a@@example.com', 'like name@example.com'],
  [`a@${'b'.repeat(64)}.com`, 'like name@example.com'],
  ['', 'like name@example.com'],
])('the address %j is rejected: %s', (text, message) => {
  expect(parseEmail(text)).toEqual({ ok: false, message: expect.stringContaining(message) })
})

test('every address that is taken is ASCII, and is taken again unchanged', () => {
  const address = fc.tuple(fc.string({ unit: 'grapheme' }), fc.domain()).map((parts) => parts.join('@'))
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), address), (text) => {
      const email = parseEmail(text)
      const value = email.ok ? email.value : 'a@b.ie'
      expect(value).toMatch(/^[\x21-\x7e]+$/)
      expect(parseEmail(value)).toEqual({ ok: true, value })
    }),
  )
})

test.each([
  ['aine', 'Áine'],
  ['Zoe', 'Zoë'],
  ["O'Casey", 'Seán O’Casey'],
  ['OCasey', 'Seán O’Casey'],
  ['casey sean', 'Seán O’Casey'],
  ['mary jane', 'Mary-Jane Byrne'],
  ['weiss', 'Herr Weiß'],
  ['sorensen', 'Sørensen'],
  ['alvaro', 'Álvaro'],
  ['exupery', 'Antoine de Saint-Exupéry'],
  ['lukasz', 'Łukasz'],
  ['αλεξης', 'Αλέξης'],
])('%j finds %j', (typed, name) => {
  expect(hasWords([name], typed)).toBe(true)
})

test('whatever is part of a name is found by that part', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), fc.nat(), (name, from, to) => {
      const part = [...name].slice(from % name.length, (to % name.length) + 1).join('')
      expect(hasWords([name], part)).toBe(true)
      expect(foldName(foldName(name))).toBe(foldName(name))
    }),
  )
})
