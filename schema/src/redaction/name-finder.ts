/** Position of a name in a text: from `start` up to, but not including, `end`. */
export type Found = { start: number; end: number }
/** `steps` counts the work, which grows with the text but not with the number of names. */
export type Search = { found: Found[]; steps: number }

type Node = {
  next: Map<string, Node>
  fallback: Node | null
  length: number
  isName: boolean
  shorterName: Node | null
}
/** One letter as names are compared: without its accents, in one case; `start` and `end` say where it came from. */
type Letter = { letter: string; start: number; end: number }

const mark = /\p{M}/u
const apostrophe = /['’‘`´]/u
const space = /\s/u
const ofWord = /[\p{L}\p{M}\p{Nd}]/u

/**
 * Finds each name, and each part of a double one, as a whole word in any case, with or without its accents and
 * apostrophes. All names are looked for in one pass over the text (Aho and Corasick's automaton), because names and
 * texts come from strangers and may be long. The text has to be decomposed (NFD).
 */
export function createNameFinder(names: readonly string[]): (text: string) => Search {
  const root = automatonOf(namesAndParts(names))
  return (text) => search(root, text)
}

function namesAndParts(names: readonly string[]): Set<string> {
  const parts = names.map((name) => name.normalize('NFD').trim()).flatMap((name) => [name, ...name.split(/[\s-]+/)])
  const compared = parts.map((part) =>
    lettersOf(part)
      .map(({ letter }) => letter)
      .join(''),
  )
  return new Set(compared.filter((part) => part.length > 1))
}

/** Spaces in a row count as one. */
function lettersOf(text: string): Letter[] {
  const letters: Letter[] = []
  let at = 0
  for (const character of text) {
    const start = at
    at += character.length
    const last = letters.at(-1)
    if (mark.test(character)) {
      if (last?.end === start) last.end = at // an accent belongs to its letter
    } else if (space.test(character)) {
      if (last?.letter === ' ' && last.end === start) last.end = at
      else letters.push({ letter: ' ', start, end: at })
    } else if (!apostrophe.test(character)) {
      for (const letter of character.toUpperCase().toLowerCase()) {
        if (!mark.test(letter)) letters.push({ letter, start, end: at })
      }
    }
  }
  return letters
}

const newNode = (length: number): Node => ({
  next: new Map(),
  fallback: null,
  length,
  isName: false,
  shorterName: null,
})

function automatonOf(names: Iterable<string>): Node {
  const root = newNode(0)
  for (const name of names) {
    let node = root
    for (const letter of name) {
      const next = node.next.get(letter) ?? newNode(node.length + 1)
      node.next.set(letter, next)
      node = next
    }
    node.isName = true
  }
  // Breadth first, so that a node's fallback is ready before the node.
  const queue = [root]
  for (const node of queue) {
    for (const [letter, child] of node.next) {
      child.fallback = node === root ? root : follow(node.fallback ?? root, letter).node
      child.shorterName = child.fallback.isName ? child.fallback : child.fallback.shorterName
      queue.push(child)
    }
  }
  return root
}

function follow(from: Node, letter: string): { node: Node; steps: number } {
  let node = from
  let steps = 1
  for (; ; steps += 1) {
    const next = node.next.get(letter)
    if (next) return { node: next, steps }
    if (node.fallback === null) return { node, steps }
    node = node.fallback
  }
}

function search(root: Node, text: string): Search {
  const letters = lettersOf(text)
  const found: Found[] = []
  let node = root
  let steps = letters.length
  for (const [index, { letter, end }] of letters.entries()) {
    const followed = follow(node, letter)
    node = followed.node
    steps += followed.steps
    if (!isEdge(letters, index + 1)) continue
    // The longest name that ends here and is not the end of a longer word.
    for (let name = node.isName ? node : node.shorterName; name; name = name.shorterName) {
      steps += 1
      const first = index + 1 - name.length
      if (!isEdge(letters, first)) continue
      add(found, { start: letters[first]?.start ?? end, end })
      break
    }
  }
  return { found, steps }
}

/** Whether a word may begin or end before the letter with this index. An apostrophe separates words. */
function isEdge(letters: readonly Letter[], index: number): boolean {
  const before = letters[index - 1]
  const after = letters[index]
  if (!before || !after) return true
  if (before.start === after.start) return false // two letters made of one: ß
  return before.end < after.start || !ofWord.test(before.letter) || !ofWord.test(after.letter)
}

/** Adds a position; positions that overlap become one. */
function add(found: Found[], { start, end }: Found): void {
  let from = start
  for (let last = found.at(-1); last && last.end > from; last = found.at(-1)) {
    from = Math.min(from, last.start)
    found.pop()
  }
  found.push({ start: from, end })
}
