import { homeScreens, isReservedSegment, legalPageAt } from './site-paths.ts'
import type { PageKind } from './page.ts'
import { isSlug, publicPath, withoutRoot } from './public-path.ts'

/** Where the main page of each kind lives. */
export const rootUrls: Record<PageKind, string> = { index: '/', about: '/about', 'how-it-works': '/how-it-works' }

export const urlLimit = 200

/**
 * An edited url as it is stored: trimmed, without trailing slashes, with a leading one; empty is the kind's main page
 * (docs/specification.md, 10.4), and so is its other spelling, `/root`.
 */
export function normaliseUrl(kind: PageKind, url: string): string {
  const path = url.trim().replace(/\/+$/, '').replace(/^\/*/, '/')
  const root = rootUrls[kind]
  return path === '/' || path === '/root' || path === `${root}/root` ? root : path
}

/** Why a page cannot have a normalised url, for the person who typed it; null when it can. */
export function urlProblem(kind: PageKind, url: string): string | null {
  const segments = url.split('/').slice(1)
  if (url.length > urlLimit) return `A URL has at most ${urlLimit} characters.`
  if (url !== '/' && !segments.every(isSlug)) {
    return 'A URL holds letters, digits, hyphens, underscores, dots and tildes between its slashes.'
  }
  const [first = ''] = segments
  if (isReservedSegment(first) && first !== kind) return `URLs that begin with /${first} are taken by the site itself.`
  if (slugOfUrl(kind, url) === 'default') return 'The name "default" stands for the built-in page.'
  const place = publicPath(url)
  return place?.kind === kind ? null : kindProblem[kind]
}

const kindProblem: Record<PageKind, string> = {
  index: 'A home page lives at / or /name; /about and /how-it-works belong to the other page kinds.',
  about: 'An about page lives at /about or /about/name.',
  'how-it-works': 'A how-it-works page lives at /how-it-works or /how-it-works/name.',
}

/** The slug in a page's url; empty for the main page of its kind. */
export function slugOfUrl(kind: PageKind, url: string): string {
  const place = publicPath(url)
  return place !== null && place.kind === kind ? place.slug : ''
}

/**
 * The key under which a page of its kind is looked up, unique within it. Home: the first path segment. About:
 * `about-x`, empty for the main page. How-it-works: the segment after how-it-works/.
 */
export const sublinkOfUrl = (kind: PageKind, url: string): string => sublinkOfSlug(kind, slugOfUrl(kind, url))

/** From the slug in an editor's or a public content address; takes `root`, `x`, `about-x` and `how-it-works-x`. */
export function sublinkOfSlug(kind: PageKind, slug: string): string {
  const [first = ''] = slug.replace(/^\/+/, '').split('/')
  if (kind === 'index') return withoutRoot(first)
  if (first === kind) return ''
  const name = withoutRoot(first.replace(new RegExp(`^${kind}-(?=.)`), ''))
  return kind === 'about' && name !== '' ? `about-${name}` : name
}

/** The url that a page of this slug has unless an admin chose another. */
export function urlOfSlug(kind: PageKind, slug: string): string {
  const name = withoutRoot(slug)
  if (name === '') return rootUrls[kind]
  return kind === 'index' ? `/${name}` : `${rootUrls[kind]}/${name}`
}

/** `:slug` in the route of the kind's editor. */
export const editorSlug = (kind: PageKind, url: string): string => slugOfUrl(kind, url) || 'root'

/**
 * Where a public path's page really lives, when the path is only another spelling of it: `/about-x`, `/x/about`,
 * `/how-it-works-x`, `/x/how-it-works`, `/root`, or a trailing slash. Null when the path is a url of its own right.
 * A page whose url is the path itself comes first: ask for it before asking here.
 */
export function otherSpelling(path: string): string | null {
  const trimmed = path.replace(/\/+$/, '') || '/'
  if (legalPageAt(trimmed)) return trimmed === path ? null : trimmed
  const place = publicPath(path)
  if (place === null) return null
  if (homeScreens.includes(trimmed.slice(1))) return trimmed === path ? null : trimmed
  if (place.kind === 'index' && trimmed.split('/').length > 2) return trimmed === path ? null : trimmed
  const url = urlOfSlug(place.kind, place.slug)
  return url === path ? null : url
}

const editors: Record<PageKind, string> = {
  index: '/admin/home-editor',
  about: '/admin/about-editor',
  'how-it-works': '/admin/how-it-works-editor',
}

/** The staff screens: the list of a kind's pages, and the editor of one. */
export const pageListPath = (kind: PageKind): string => editors[kind]
export const pageEditorPath = (kind: PageKind, url: string): string => `${editors[kind]}/edit/${editorSlug(kind, url)}`

/** How often Duplicate tries another random slug when one is taken. */
export const duplicateRetries = 3
export const randomSlugLength = 8
export const randomSlugPrefixes: Record<PageKind, string> = {
  index: 'homepage-',
  about: 'about-',
  'how-it-works': 'hiw-',
}

// 32 letters and digits that are not mistaken for one another; as many as five bits name, so all are equally likely.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Url and sublink for a duplicate; `bytes` are `randomSlugLength` random ones. */
export function randomPlace(kind: PageKind, bytes: Uint8Array): { url: string; sublink: string } {
  const letters = Array.from(bytes.subarray(0, randomSlugLength), (byte) => alphabet[byte % alphabet.length]).join('')
  const sublink = randomSlugPrefixes[kind] + letters
  return { url: kind === 'about' ? `/about/${letters}` : urlOfSlug(kind, sublink), sublink }
}
