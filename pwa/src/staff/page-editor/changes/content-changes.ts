/** Where a value stands in a page's content. */
export type Path = readonly (string | number)[]
export type Difference = { path: Path; mine: unknown; theirs: unknown }

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two contents are equal, whatever the order of their keys. */
export const same = (mine: unknown, theirs: unknown): boolean => differences(mine, theirs).length === 0

/**
 * Every value that differs, as deep as the two have the same shape. Lists of one length are compared entry by entry;
 * lists of different lengths differ as a whole, for nobody can tell which entry became which.
 */
export function differences(mine: unknown, theirs: unknown, path: Path = []): Difference[] {
  if (mine === theirs) return []
  if (Array.isArray(mine) && Array.isArray(theirs) && mine.length === theirs.length) {
    return mine.flatMap((entry, index) => differences(entry, theirs[index], [...path, index]))
  }
  if (isTree(mine) && isTree(theirs)) {
    const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
    return keys.flatMap((key) => differences(own(mine, key), own(theirs, key), [...path, key]))
  }
  if (Number.isNaN(mine) && Number.isNaN(theirs)) return []
  return [{ path, mine, theirs }]
}

const own = (tree: Tree, key: string): unknown => (Object.hasOwn(tree, key) ? tree[key] : undefined)

export function valueAt(content: unknown, path: Path): unknown {
  return path.reduce<unknown>((holder, key) => {
    if (Array.isArray(holder)) return holder[Number(key)]
    return isTree(holder) ? own(holder, String(key)) : undefined
  }, content)
}

/** A copy with another value at the path; `undefined` takes it out of what holds it. */
export function withValue<Content>(content: Content, path: Path, value: unknown): Content
export function withValue(content: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(content)) {
    return content.map((entry, index) => (index === Number(key) ? withValue(entry, rest, value) : entry))
  }
  const tree = isTree(content) ? content : {}
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(tree).filter(([name]) => name !== String(key)))
  }
  return { ...tree, [key]: withValue(own(tree, String(key)), rest, value) }
}

export type Clash = Difference & {
  /** Who changed the value since both started: when only one did, nobody has to choose. */
  changedBy: 'me' | 'them' | 'both'
}

/** What differs between two edits of one content, and who changed it. */
export function clashes(base: unknown, mine: unknown, theirs: unknown): Clash[] {
  return differences(mine, theirs).map((difference) => {
    const before = valueAt(base, difference.path)
    if (same(before, difference.theirs)) return { ...difference, changedBy: 'me' }
    return { ...difference, changedBy: same(before, difference.mine) ? 'them' : 'both' }
  })
}

/** Their content with my values at these paths. */
export function withMine<Content>(theirs: Content, mine: Content, paths: readonly Path[]): Content {
  return paths.reduce((content, path) => withValue(content, path, valueAt(mine, path)), theirs)
}

export const pathKey = (path: Path): string => path.join('.')
