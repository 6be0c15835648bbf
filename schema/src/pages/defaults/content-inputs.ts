import type { z } from 'zod'
import { aboutContent } from '../content/about-content.ts'
import { homeContent } from '../content/home-content.ts'
import { howItWorksContent } from '../content/how-it-works-content.ts'
import { defaultAbout } from './default-about.ts'
import { defaultHome } from './default-home.ts'
import { defaultHowItWorks } from './default-how-it-works.ts'

/** Each kind's content as it is saved: checked, completed with the built-in page, unknown keys kept. */
export const HomeContentInput = homeContent(defaultHome)
export const AboutContentInput = aboutContent(defaultAbout)
export const HowItWorksContentInput = howItWorksContent(defaultHowItWorks)

/** Stored content of any age, made fit to show; these never throw. */
export const completeHome = (content: unknown) => completeContent(HomeContentInput, content, defaultHome)
export const completeAbout = (content: unknown) => completeContent(AboutContentInput, content, defaultAbout)
export const completeHowItWorks = (content: unknown) =>
  completeContent(HowItWorksContentInput, content, defaultHowItWorks)

type Path = PropertyKey[]

/**
 * Missing values become the default's, and invalid ones are removed so that the default takes their place. Content that
 * cannot be repaired at all becomes the default page.
 */
function completeContent<Content>(schema: z.ZodType<Content>, content: unknown, fallback: Content): Content {
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

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Cuts a value that is too long and removes any other wrong one; if that did not help, removes what holds it. */
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

const cut = (value: unknown, max: number): unknown =>
  typeof value === 'string' || Array.isArray(value) ? value.slice(0, max) : undefined

/** Removed values leave `undefined` behind, so that the indexes of the others stay right until all are removed. */
function withoutHoles(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== undefined).map(withoutHoles)
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutHoles(entry)]))
}
