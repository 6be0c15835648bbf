import { foldCharacter } from '../typed-text.ts'

/** Position of a name in a text: from `start` up to, but not including, `end`. */
export type Found = { start: number; end: number }

/** Words of a name that are looked for. Nobody's name has more, and a pattern cannot be of any size. */
const mostParts = 100

/** Finds each name, and each part of a double one, as a whole word in any case, with or without accents and apostrophes. */
export function createNameFinder(names: readonly string[]): (text: string) => Found[] {
  const parts = names.flatMap((name) => {
    const words = name.trim().split(/[\s-]+/)
    return words.length > mostParts ? words.slice(0, mostParts) : [name.trim(), ...words]
  })
  const patterns = parts
    .map((part) => foldText(part).folded.replaceAll("'", ''))
    .filter((part) => part.length > 1)
    .toSorted((one, other) => other.length - one.length)
    .map(namePattern)
  if (patterns.length === 0) return () => []
  const pattern = new RegExp(`${edge}(?:${patterns.join('|')})${edge}`, 'gu')
  return (text) => {
    const { folded, starts } = foldText(text)
    return [...folded.matchAll(pattern)].map(({ 0: name, index }) => ({
      start: starts[index] ?? 0,
      end: starts[index + name.length] ?? text.length,
    }))
  }
}

/** Not between two letters or digits. */
const edge = String.raw`(?:(?<![\p{L}\p{Nd}])|(?![\p{L}\p{Nd}]))`

/** How a folded name may stand in a folded text: with any spaces, and with or without apostrophes. */
export const namePattern = (folded: string): string => [...folded.replaceAll("'", '')].map(patternOf).join("'*")

const patternOf = (letter: string) =>
  /\s/.test(letter) ? String.raw`\s+` : letter.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)

/**
 * Text as names are compared. `starts` tells where in the text each unit of it came from; an accent belongs to its letter.
 */
export function foldText(text: string): { folded: string; starts: number[] } {
  const starts: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const letters = foldCharacter(character)
    folded += letters
    starts.push(...Array<number>(letters.length).fill(at))
    at += character.length
  }
  return { folded, starts }
}
