import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mentionedIn, splitMentions } from './mentions.ts'

const people = ['Sam', 'Sam Reid', 'Sam Reid-Jones', 'Ann-Marie O’Neil', 'Zoë', 'Mr (Boss)'].map((name) => ({
  id: name,
  name,
}))
const namesIn = (text: string) => mentionedIn(text, people).map(({ name }) => name)

test.each<[string, string[]]>([
  ['@Sam Reid, please call', ['Sam Reid']],
  ['@sam REID please', ['Sam Reid']],
  ['Ask @Sam or @Zoë.', ['Sam', 'Zoë']],
  ['(@Sam)', ['Sam']],
  ['-@Sam', ['Sam']],
  ['Call back.@Sam', ['Sam']],
  ['@Sam’s job', ['Sam']],
  ['@Sam Reid-Jones', ['Sam Reid-Jones']],
  ['@Sam Reid - tomorrow', ['Sam Reid']],
  ['@Sam Reid-Smith', ['Sam']],
  ['@Sam-Paul', []],
  ['@Samantha', []],
  ['@Sam Reidy', ['Sam']],
  ['@Zoë\u0301', ['Zoë']],
  ['@ZOE', ['Zoë']],
  ["@Ann-Marie O'Neil", ['Ann-Marie O’Neil']],
  ['@Ann-Marie ONeil', ['Ann-Marie O’Neil']],
  ['@Sam\u00a0Reid and @Sam  Reid', ['Sam Reid']],
  ['@ Sam', []],
  ['a@sam and 1@Zoë', []],
  ['sam.reid@Sam Reid', []],
  ['@@Sam', ['Sam']],
  ['@ann-marie o’neil\n@Sam\n@Sam', ['Ann-Marie O’Neil', 'Sam']],
  ['@Mr (Boss)!', ['Mr (Boss)']],
  ['Sam Reid', []],
  ['@', []],
  ['', []],
])('%j mentions %j', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})

test('of people with the same name all are meant', () => {
  const twins = [
    { id: '1', name: 'Sam Reid' },
    { id: '2', name: 'sam reid' },
  ]
  expect(mentionedIn('Ask @Sam Reid', twins)).toEqual(twins)
})

test('the pieces are plain text and mentions, in order', () => {
  expect(splitMentions('Ask @sam reid or a@sam', people)).toEqual([
    { text: 'Ask ', people: [] },
    { text: '@sam reid', people: [{ id: 'Sam Reid', name: 'Sam Reid' }] },
    { text: ' or a@sam', people: [] },
  ])
})

const word = fc.constantFrom('Sam', 'Reid', 'Jones', 'Ann', 'Zoë', 'O’Neil', 'X.')
const name = fc.array(fc.tuple(fc.constantFrom(' ', '-'), word), { minLength: 1, maxLength: 3 }).map((words) =>
  words
    .map(([gap, part]) => gap + part)
    .join('')
    .slice(1),
)
const team = fc.uniqueArray(name, { minLength: 1, maxLength: 8 })
const piece = fc.oneof(name, fc.constantFrom('@', ' @', ', ', '\n', 'a@', '-', ' ', '@nobody', 'x'))
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

const toPeople = (names: readonly string[]) => names.map((each, index) => ({ id: String(index), name: each }))

test('whatever is written, the pieces make up the text, and every mention is an at sign and the name of those it means', () => {
  fc.assert(
    fc.property(text, team, (written, names) => {
      const parts = splitMentions(written, toPeople(names))
      expect(parts.map((part) => part.text).join('')).toBe(written)
      for (const part of parts) {
        for (const person of part.people) expect(part.text.toLowerCase()).toBe(`@${person.name.toLowerCase()}`)
      }
    }),
  )
})

test('a name between commas is always found, however names begin alike; after a letter it never is', () => {
  fc.assert(
    fc.property(text, team, fc.nat(), fc.boolean(), (written, names, which, inCapitals) => {
      const meant = names[which % names.length] ?? ''
      const typed = inCapitals ? meant.toUpperCase() : meant
      const found = (part: string) => mentionedIn(part, toPeople(names)).map((person) => person.name)
      expect(found(`${written}, @${typed}, ${written}`)).toContain(meant)
      expect(found(`${typed}a@${typed}`)).toEqual([])
    }),
  )
})
