import { foldText, namePattern } from '../redaction/name-finder.ts'

export type Person = { id: string; name: string }

/** A piece of a text. `people` are those whom it mentions: none of plain text, several where they share a name. */
export type MentionPart = { text: string; people: Person[] }

const wordCharacter = String.raw`[\p{L}\p{M}\p{N}_]`
/** For a regular expression with the `u` flag. An at sign within a word, as in an email address, is no mention. */
export const mentionSign = `(?<!${wordCharacter})@`
const atSign = new RegExp(mentionSign, 'gu')
/** Where the word goes on, the name before it is only the beginning of another one. */
const notGoingOn = `(?!-?${wordCharacter})`

/**
 * Splits a text at the mentions of people in it: `@` and a full name, with or without its accents, apostrophes and capital
 * letters. Of names that begin alike the longest is meant; of people with the same name, all.
 */
export function splitMentions(text: string, people: readonly Person[]): MentionPart[] {
  const { folded, starts } = foldText(text)
  const named = people
    .map((person) => ({ person, key: keyOf(person) }))
    .filter(({ key }) => key !== '')
    .toSorted((a, b) => b.key.length - a.key.length)
    .map((each) => ({ ...each, pattern: new RegExp(namePattern(each.key) + notGoingOn, 'uy') }))
  const parts: MentionPart[] = []
  let end = 0
  for (const { index } of folded.matchAll(atSign)) {
    const start = starts[index] ?? text.length
    const found = named.find(({ pattern }) => {
      pattern.lastIndex = index + 1
      return pattern.test(folded)
    })
    if (!found || start < end) continue
    if (start > end) parts.push({ text: text.slice(end, start), people: [] })
    end = starts[found.pattern.lastIndex] ?? text.length
    const meant = named.filter(({ key }) => key === found.key).map(({ person }) => person)
    parts.push({ text: text.slice(start, end), people: meant })
  }
  if (end < text.length) parts.push({ text: text.slice(end), people: [] })
  return parts
}

const keyOf = ({ name }: Person) => foldText(name.trim()).folded.replaceAll("'", '').replace(/\s+/g, ' ')

/** Everybody whom a text mentions, once each. */
export function mentionedIn(text: string, people: readonly Person[]): Person[] {
  const byId = new Map(splitMentions(text, people).flatMap((part) => part.people.map((person) => [person.id, person])))
  return [...byId.values()]
}
