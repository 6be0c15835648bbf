import type { z } from 'zod'

type Path = PropertyKey[]

/**
 * Stored content made fit to show, whatever its age: what is missing takes the default, and what is invalid is taken
 * out so that the default takes its place. Never throws; what cannot be mended at all is the default page.
 */
export function completeContent<Content>(schema: z.ZodType<Content>, content: unknown, fallback: Content): Content {
  let draft = isPlainObject(content) ? structuredClone(content) : {}
  const removed = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const result = schema.safeParse(draft)
    if (result.success) return result.data
    for (const issue of result.error.issues) mend(draft, issue, removed)
    draft = withoutHoles(draft) as Record<string, unknown>
  }
  return structuredClone(fallback)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Cuts what is too long, else takes the value out; when that did not help, what holds it. */
function mend(draft: Record<string, unknown>, issue: z.core.$ZodIssue, removed: Set<string>): void {
  let path = issue.path
  while (path.length > 1 && removed.has(path.join('\0'))) path = path.slice(0, -1)
  const last = path.at(-1)
  const holder = path.slice(0, -1).reduce<unknown>(step, draft)
  if (last === undefined || typeof holder !== 'object' || holder === null) return
  const value = step(holder, last)
  const short = issue.code === 'too_big' && path === issue.path ? cut(value, Number(issue.maximum)) : undefined
  if (short === undefined) removed.add(path.join('\0'))
  Object.defineProperty(holder, last, { value: short, writable: true, enumerable: true, configurable: true })
}

const step = (holder: unknown, key: Path[number]): unknown =>
  typeof holder === 'object' && holder !== null ? Object.getOwnPropertyDescriptor(holder, key)?.value : undefined

const cut = (value: unknown, most: number): unknown =>
  typeof value === 'string' || Array.isArray(value) ? value.slice(0, most) : undefined

/** Taken-out values leave `undefined` behind, so that the places of the others hold until all are out. */
function withoutHoles(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== undefined).map(withoutHoles)
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutHoles(entry)]))
}
