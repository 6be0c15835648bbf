import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { FormState } from '@kerbside/schema/pages/content/screen-state'
import type { PageContent } from '@kerbside/schema/pages/page'
import { publicPath, type PublicPath } from '@kerbside/schema/pages/public-path'
import { isStaffPath } from '@kerbside/schema/pages/site-paths'
import type { Screen } from './screen.ts'

/** `elsewhere`: only the server knows what this path is (a file, a renamed page, nothing): load it as a document. */
export type Loaded = { kind: 'screen'; screen: Screen; fresh: boolean } | { kind: 'elsewhere' }

export type LoadDeps = {
  fetching: typeof fetch
  /** The home page at hand, whose header the other screens share; the signed-in area needs none. */
  home: HomeContent | null
  /** Content cached on this phone or built in, for a page that cannot be fetched. */
  cached: (path: string, place: PublicPath) => Promise<PageContent | null>
  /** This document may not load what the form needs: a page with one is loaded as a document. */
  formElsewhere?: boolean
}

type Answer = { kind: 'content'; content: PageContent; version: number } | { kind: 'missing' } | { kind: 'away' }

/** The content for a public path, fetched on each change of path (docs/specification.md, 2.1). */
export async function loadScreen(path: string, { fetching, home, cached, formElsewhere }: LoadDeps): Promise<Loaded> {
  const shown = (screen: Screen, fresh = true): Loaded => ({ kind: 'screen', screen, fresh })
  if (isStaffPath(path)) return shown({ screen: 'app', path })
  if (!home) return { kind: 'elsewhere' }
  if (path === '/thank-you') return shown({ screen: 'thank-you', path, reference: null, home })
  const place = publicPath(path)
  if (!place || (formElsewhere && place.kind === 'index')) return { kind: 'elsewhere' }
  const frame = { screen: 'page', path, slug: place.slug, preview: false, form: noForm, home } as const
  const answer = await fetchContent(path, place, fetching)
  if (answer.kind === 'missing') return { kind: 'elsewhere' }
  if (answer.kind === 'content') return shown({ ...frame, pageVersion: answer.version, ...answer.content })
  const content = await cached(path, place)
  if (!content) return shown({ screen: 'unreachable', path, home }, false)
  return shown({ ...frame, pageVersion: 0, ...content }, false)
}

const noForm: FormState = { submissionId: '', stamp: '', answers: {}, errors: {} }

async function fetchContent(path: string, { kind, slug }: PublicPath, fetching: typeof fetch): Promise<Answer> {
  try {
    const response = await fetching(`/api/${kind}/${encodeURIComponent(slug || 'root')}`)
    if (response.status === 404) return { kind: 'missing' }
    if (!response.ok || !/\bjson\b/.test(response.headers.get('content-type') ?? '')) return { kind: 'away' }
    // A slug has several spellings, and a page one path: what a reload would not show here is not shown here.
    if ((canonicalPath(response.headers.get('link')) ?? path) !== path) return { kind: 'missing' }
    const { page_version: version, ...content } = (await response.json()) as { page_version?: unknown }
    return { kind: 'content', content: { kind, content } as unknown as PageContent, version: Number(version) || 0 }
  } catch {
    // No network: the cached content is shown, and the next visit asks again.
    return { kind: 'away' }
  }
}

const canonicalPath = (link: string | null) => /<([^>]*)>;\s*rel="canonical"/.exec(link ?? '')?.[1]
