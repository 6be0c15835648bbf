import type { PageKind } from '@kerbside/schema/pages/page'
import { otherSpelling, rootUrls, sublinkOfSlug, urlOfSlug } from '@kerbside/schema/pages/page-url'

/** The url that a page gets when it is made at this editor address; `about-x` is `x`, and `root` the main page. */
export function urlOfEditor(kind: PageKind, slug: string): string {
  if (sublinkOfSlug(kind, slug) === '') return rootUrls[kind]
  const url = urlOfSlug(kind, slug)
  return otherSpelling(url) ?? url
}
