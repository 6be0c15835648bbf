import type { PageContent, PageKind } from '@kerbside/schema/pages/page'
import { defaultContent, isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import { withNumbers } from '@kerbside/schema/pages/numbers-in-texts'
import type { PublicSettings } from '@kerbside/schema/settings/public-settings'

/** The built-in page of a url as visitors read it; null when there is none. Loaded only where the network is away. */
export function builtInContent(kind: PageKind, url: string, settings: PublicSettings): PageContent | null {
  if (!isBuiltInUrl(url)) return null
  return { kind, content: withNumbers(defaultContent(kind, url), settings) } as PageContent
}
