import { z } from 'zod'

/**
 * Limits of all page content. They matter because unknown keys survive a save; the editors stay far below them.
 */
const limits = { depth: 12, entries: 20_000, list: 200, text: 5_000, key: 100, allText: 500_000 } as const
const forbiddenKeys = ['__proto__', 'constructor', 'prototype']

type Found = { path: (string | number)[]; message: string }
type Walk = { entries: number; text: number; found: Found[] }

/** A whole page's content: plain data of a sane size, then checked section by section, unknown keys kept. */
export function guardedContent<Content>(sections: { [Key in keyof Content]: z.ZodType<Content[Key]> }) {
  const schema = z.looseObject(sections, { error: 'Page content must be an object.' })
  return z.preprocess((content, context) => {
    const walk: Walk = { entries: 0, text: 0, found: [] }
    visit(content, [], walk)
    for (const { path, message } of walk.found) context.issues.push({ code: 'custom', path, message, input: content })
    return walk.found.length === 0 ? content : z.NEVER
  }, schema) as unknown as z.ZodType<Content>
}

function visit(value: unknown, path: (string | number)[], walk: Walk): void {
  if (walk.found.length >= 20) return
  const add = (message: string): void => void walk.found.push({ path, message })
  walk.entries += 1
  if (walk.entries === limits.entries) return add('This page holds too much. Remove something and try again.')
  if (walk.entries > limits.entries) return
  if (typeof value === 'string') {
    walk.text += value.length
    if (value.length > limits.text)
      return add(`This text must be ${limits.text.toLocaleString('en')} characters or fewer.`)
    if (walk.text > limits.allText && walk.text - value.length <= limits.allText) {
      add('This page holds too much text. Remove something and try again.')
    }
    return
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return add('This must be a number.')
  if (typeof value !== 'object' || value === null) return
  if (path.length >= limits.depth) return add(`Page content is at most ${limits.depth} levels deep.`)
  if (Array.isArray(value)) {
    if (value.length > limits.list) return add(`This list must have ${limits.list} entries or fewer.`)
    value.forEach((entry, index) => visit(entry, [...path, index], walk))
    return
  }
  for (const key of Object.keys(value)) visitKey(value, key, path, walk)
}

function visitKey(parent: object, key: string, path: (string | number)[], walk: Walk): void {
  // A `$` or a dot in a key would make it an operator or a path to the database.
  const wrong = forbiddenKeys.includes(key) || key.length > limits.key || /^\$|[.\p{Cc}]/u.test(key)
  if (wrong) walk.found.push({ path: [...path, key.slice(0, limits.key)], message: 'This name is not allowed here.' })
  else visit(Object.getOwnPropertyDescriptor(parent, key)?.value, [...path, key], walk)
}
