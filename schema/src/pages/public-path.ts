import type { PageKind } from './page.ts'
import { homeScreens, isReservedSegment } from './site-paths.ts'

/** Letters, digits, hyphen, underscore, dot, tilde. */
export const slugPattern = /^[A-Za-z0-9\-_.~]+$/

/** `.` and `..` are made of allowed characters, but browsers resolve them before they ask. */
export const isSlug = (text: string): boolean => slugPattern.test(text) && !/^\.{1,2}$/.test(text)

export type PublicPath = { kind: PageKind; slug: string }

/**
 * Which page's content belongs to a public path (docs/specification.md, 2.1). The empty slug is the main
 * page of its kind. Null when the path is none of the public site: another screen, a file, or a slug with characters
 * that no page can have. Whether the page exists is for the pages service to say.
 */
export function publicPath(path: string): PublicPath | null {
  const segments = path.replace(/\/+$/, '').split('/').slice(1)
  const [first = '', second] = segments
  if (segments.length === 0) return path.startsWith('/') ? { kind: 'index', slug: '' } : null
  if (!path.startsWith('/') || !segments.every(isSlug)) return null
  if (homeScreens.includes(first)) return segments.length === 1 ? { kind: 'index', slug: '' } : null
  const named = namedPage(first, second, segments.length)
  if (named !== null) return named
  if (isReservedSegment(first)) return null
  const last = segments.at(-1)
  if (last === 'about' || last === 'how-it-works') return { kind: last, slug: withoutRoot(first) }
  return { kind: 'index', slug: withoutRoot(first) }
}

/** /about, /about/{slug}, /about-{slug} and the same of how-it-works. */
function namedPage(first: string, second: string | undefined, count: number): PublicPath | null {
  for (const kind of ['about', 'how-it-works'] as const) {
    if (first === kind) {
      if (count > 2) return null
      return { kind, slug: withoutRoot(second?.replace(new RegExp(`^${kind}-(?=.)`), '') ?? '') }
    }
    if (count === 1 && first.startsWith(`${kind}-`) && first.length > kind.length + 1) {
      return { kind, slug: first.slice(kind.length + 1) }
    }
  }
  return null
}

/** The slug 'root' means the empty slug. */
export const withoutRoot = (slug: string): string => (slug === 'root' ? '' : slug)
