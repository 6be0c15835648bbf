import { z } from 'zod'

/**
 * What no page content may be, known keys or not: unknown keys survive a save, so they are bounded here. The limits are
 * far above what the editors can make.
 */
const limits = { depth: 12, entries: 20_000, list: 200, text: 5_000, key: 100, allText: 500_000 } as const
const forbiddenKeys = ['__proto__', 'constructor', 'prototype']

type Found = { path: (string | number)[]; message: string }
type Walk = { entries: number; text: number; found: Found[] }

/** The content, after it was found to be plain data of a sane size. */
export function guarded<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((content, context) => {
    const found = contentDangers(content)
    for (const { path, message } of found) context.issues.push({ code: 'custom', path, message, input: content })
    return found.length === 0 ? content : z.NEVER
  }, schema)
}

export function contentDangers(content: unknown): Found[] {
  const walk: Walk = { entries: 0, text: 0, found: [] }
  visit(content, [], walk)
  return walk.found
}

function visit(value: unknown, path: (string | number)[], walk: Walk): void {
  if (walk.found.length >= 20) return
  const tell = (message: string): void => void walk.found.push({ path, message })
  walk.entries += 1
  if (walk.entries === limits.entries) return tell('This page holds too much. Remove something and try again.')
  if (walk.entries > limits.entries) return
  if (typeof value === 'string') {
    walk.text += value.length
    if (value.length > limits.text)
      return tell(`This text must be ${limits.text.toLocaleString('en')} characters or fewer.`)
    if (walk.text > limits.allText && walk.text - value.length <= limits.allText) {
      tell('This page holds too much text. Remove something and try again.')
    }
    return
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return tell('This must be a number.')
  if (typeof value !== 'object' || value === null) return
  if (path.length >= limits.depth) return tell(`Page content is at most ${limits.depth} levels deep.`)
  if (Array.isArray(value)) {
    if (value.length > limits.list) return tell(`This list must have ${limits.list} entries or fewer.`)
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
