import { expect, test } from 'vitest'
import { createNameFinder } from './name-finder.ts'

const find = (text: string, ...names: string[]) =>
  createNameFinder(names)(text.normalize('NFD')).found.map(({ start, end }) => text.normalize('NFD').slice(start, end))

test.each<[string, string[], string[]]>([
  ['Ask AOIFE, not aoifeen', ['Aoife'], ['AOIFE']],
  ["AOIFE'S mother", ['Aoife'], ['AOIFE']],
  ['Mrs O’Brien-Walsh and the OBriens, or Mr OBrien', ["O'Brien-Walsh"], ['O’Brien-Walsh', 'OBrien']],
  ['Mary  Jane\nDoe', ['Mary Jane', 'Doe'], ['Mary  Jane', 'Doe']],
  ['Zoe\u0308 and ZOE', ['Zoë'], ['Zoe\u0308', 'ZOE']],
  ['Herr Weiß, Frau WEISS, die Weisse', ['Weiss'], ['Weiß', 'WEISS']],
  ['Weißs', ['Weis'], []],
  ['Ελένη ΣΟΦΟΣ, σοφος', ['Ελένη', 'Σοφός'], ['Ελένη', 'ΣΟΦΟΣ', 'σοφος'].map((word) => word.normalize('NFD'))],
  ['山田太郎 and 山田', ['山田'], ['山田']],
  ['𝓐𝓭𝓪 or ada', ['𝓐𝓭𝓪'], ['𝓐𝓭𝓪']],
  ['Ann Lee Ann', ['Ann Lee', 'Lee Ann'], ['Ann Lee Ann']],
  ['a b c', ['A', 'b'], []],
  ['St. John St.John St', ['St. John'], ['St. John', 'St.', 'John']],
])('in %j the names %j stand as %j', (text, names, found) => {
  expect(find(text, ...names)).toEqual(found)
})

const letters = (length: number, piece: string) => piece.repeat(length).slice(0, length)

test.each([
  ['words of many lengths', Array.from({ length: 60 }, (_, index) => 'a'.repeat(index + 2)).join(' '), 'a', 'aab '],
  ['one long word', letters(2_000, 'a'), 'b', 'a'],
  ['many short words', letters(2_000, 'aa ab ba bb '), 'aa', 'aa ab '],
  ['accents', letters(2_000, 'é '), letters(2_000, 'Ünï '), 'éÜnï '],
  ['other scripts', letters(2_000, 'Ελ '), letters(2_000, '山田 '), 'Ελ 山田 '],
])('the work grows with the text alone: %s', (_what, firstName, lastName, piece) => {
  const findNames = createNameFinder([firstName, lastName])
  const stepsFor = (length: number) => findNames(letters(length, piece).normalize('NFD')).steps
  expect(stepsFor(20_000)).toBeLessThan(20_000 * 2 * 6)
  expect(stepsFor(40_000)).toBeLessThan(stepsFor(20_000) * 2.1)
})
