import { defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import type { PageKind } from '@kerbside/schema/pages/page'
import { duplicateRetries, editorSlug, randomPlace, randomSlugLength } from '@kerbside/schema/pages/page-url'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { createPage, pageToEdit, type EditablePage } from '../pages.queries.ts'
import type { ListedPage } from './listed-page.ts'

/** What the server does for a record: a draft with a random url, drawn anew when the first one is taken. */
export async function duplicateBuiltIn(kind: PageKind, url: string): Promise<EditablePage> {
  for (let retries = 0; ; retries++) {
    const place = randomPlace(kind, crypto.getRandomValues(new Uint8Array(randomSlugLength)))
    try {
      return await createPage(kind, place.url, defaultContent(kind, url))
    } catch (error) {
      const taken = error instanceof ApiError && error.code === 'INVALID' && error.fields['url'] !== undefined
      if (!taken || retries === duplicateRetries) throw error
    }
  }
}

/** A draft at `url` with the source's latest draft as content; the source is only read. */
export async function clonePage(
  client: QueryClient,
  kind: PageKind,
  source: ListedPage,
  url: string,
): Promise<EditablePage> {
  if (source.id === null) return createPage(kind, url, defaultContent(kind, source.url))
  const page = await client.fetchQuery({ ...pageToEdit(kind, editorSlug(kind, source.url)), staleTime: 0 })
  if (page === null) throw new ApiError('NOT_FOUND', `${source.url} no longer exists.`)
  return createPage(kind, url, page.content)
}
