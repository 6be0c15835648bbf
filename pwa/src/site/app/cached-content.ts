import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { PageContent } from '@kerbside/schema/pages/page'
import type { PublicPath } from '@kerbside/schema/pages/public-path'
import { defaultPublicSettings } from '@kerbside/schema/settings/public-settings'
import type { SimpleStorage } from '../../offline/browser.ts'

/** docs/specification.md, 2.1. */
const homeKey = 'home_content_v1'

/** Stores the main home page's content, so that it opens without a network. */
export function cacheHome(content: HomeContent, storage: () => SimpleStorage): void {
  storage().setItem(homeKey, JSON.stringify(content))
}

/** What can be shown for a path that cannot be fetched; null when there is nothing. */
export async function cachedContent(
  path: string,
  { kind, slug }: PublicPath,
  storage: () => SimpleStorage,
  settings = defaultPublicSettings,
  builtIns = () => import('./built-in-content.ts'),
): Promise<PageContent | null> {
  const page = (await orNull(builtIns))?.builtInContent(kind, path, settings)
  // Section by section, so that content cached by an older version of the app still has everything.
  if (page?.kind === 'index' && slug === '') return { ...page, content: { ...page.content, ...readHome(storage) } }
  return page ?? null
}

async function orNull<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load()
  } catch (error) {
    console.warn('The default content could not be fetched:', error)
    return null // Not on this phone yet either: the screen says that there is no connection.
  }
}

function readHome(storage: () => SimpleStorage): Partial<HomeContent> {
  try {
    const cached: unknown = JSON.parse(storage().getItem(homeKey) ?? 'null')
    return typeof cached === 'object' && cached !== null ? cached : {}
  } catch {
    return {} // Blocked, or not ours.
  }
}
