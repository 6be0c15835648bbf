import { expect, test } from 'vitest'
import { createNameFinder } from './name-finder.ts'

const find = (text: string, ...names: string[]) =>
  createNameFinder(names)(text).map(({ start, end }) => text.slice(start, end))

test.each<[string, string[], string[]]>([
  ['Ask AOIFE, not aoifeen', ['Aoife'], ['AOIFE']],
  ["AOIFE'S mother", ['Aoife'], ['AOIFE']],
  ['Mrs O’Brien-Walsh and the OBriens, or Mr OBrien', ["O'Brien-Walsh"], ['O’Brien-Walsh', 'OBrien']],
  ['Mary  Jane\nDoe', ['Mary Jane', 'Doe'], ['Mary  Jane', 'Doe']],
  ['Zoe\u0308 and ZOE', ['Zoë'], ['Zoe\u0308', 'ZOE']],
  ['Herr Weiß, Frau WEISS, die Weisse', ['Weiss'], ['Weiß', 'WEISS']],
  ['Weißs', ['Weis'], []],
  ['Ελένη ΣΟΦΟΣ, σοφος', ['Ελένη', 'Σοφός'], ['Ελένη', 'ΣΟΦΟΣ', 'σοφος']],
  ['山田太郎 and 山田', ['山田'], ['山田']],
  ['𝓐𝓭𝓪 or ada', ['𝓐𝓭𝓪'], ['𝓐𝓭𝓪', 'ada']],
  ['Ann Lee Ann', ['Ann Lee', 'Lee Ann'], ['Ann Lee', 'Ann']],
  ['Ann Leeson', ['Ann Lee'], ['Ann']],
  ['a b c', ['A', 'b'], []],
  ['St. John St.John St', ['St. John'], ['St. John', 'St.', 'John']],
])('in %j the names %j stand as %j', (text, names, found) => {
  expect(find(text, ...names)).toEqual(found)
})
