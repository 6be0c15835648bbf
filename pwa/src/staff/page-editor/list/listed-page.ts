import { builtInUrls, defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import type { PageKind } from '@kerbside/schema/pages/page'
import { titleOf, type ContentOf } from '@kerbside/schema/pages/content/page-content'
import { publicPath } from '@kerbside/schema/pages/public-path'
import type { PageRow } from '../pages.queries.ts'

/** A page of the list: a record, or built-in content that nobody has changed yet. */
export type ListedPage = Pick<PageRow, 'url' | 'title'> & { id: string | null }

/** The built-in pages of a kind whose urls have no record. */
export function builtInPages(kind: PageKind, records: readonly Pick<PageRow, 'url'>[]): ListedPage[] {
  return builtInUrls
    .filter((url) => publicPath(url)?.kind === kind && !records.some((record) => record.url === url))
    .map((url) => ({ id: null, url, title: builtInTitle(kind, url) }))
}

function builtInTitle(kind: PageKind, url: string): string {
  const page = { kind, content: defaultContent(kind, url) as ContentOf[typeof kind] }
  return titleOf(page as Parameters<typeof titleOf>[0])
}
