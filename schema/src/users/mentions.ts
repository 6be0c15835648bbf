export type Person = { id: string; name: string }

/** A piece of a text. `people` are those whom it mentions: none of plain text, several where they share a name. */
export type MentionPart = { text: string; people: Person[] }

const wordCharacter = String.raw`[\p{L}\p{M}\p{N}_]`
/** An at sign within a word, as in an email address, mentions nobody. */
const atSign = new RegExp(`(?<!${wordCharacter})@`, 'gu')
/** The word goes on, so the name before it is only the beginning of another one. */
const goesOn = new RegExp(`^-?${wordCharacter}`, 'u')

/**
 * Splits a text at the mentions of people in it: `@` and a full name, in any case. Of names that begin alike the longest
 * is meant; of people with the same name, all.
 */
export function splitMentions(text: string, people: readonly Person[]): MentionPart[] {
  const longestFirst = people.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  const parts: MentionPart[] = []
  let end = 0
  for (const { index } of text.matchAll(atSign)) {
    const after = text.slice(index + 1)
    const named = longestFirst.find(
      ({ name }) => sameName(after.slice(0, name.length), name) && !goesOn.test(after.slice(name.length)),
    )
    if (!named || index < end) continue
    if (index > end) parts.push({ text: text.slice(end, index), people: [] })
    end = index + 1 + named.name.length
    parts.push({ text: text.slice(index, end), people: people.filter(({ name }) => sameName(name, named.name)) })
  }
  if (end < text.length) parts.push({ text: text.slice(end), people: [] })
  return parts
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Everybody whom a text mentions, once each. */
export function mentionedIn(text: string, people: readonly Person[]): Person[] {
  const byId = new Map(splitMentions(text, people).flatMap((part) => part.people.map((person) => [person.id, person])))
  return [...byId.values()]
}
