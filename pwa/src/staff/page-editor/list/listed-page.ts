import { builtInUrls, defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import { pageTitleOf, type PageContent, type PageKind } from '@kerbside/schema/pages/page'
import { editorSlug, normaliseUrl, rootUrls, sublinkOfUrl, urlProblem } from '@kerbside/schema/pages/page-url'
import { publicPath } from '@kerbside/schema/pages/public-path'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { createPage, pageToEdit, type EditablePage, type PageRow } from '../pages.queries.ts'

/** A page of the list: a record, or built-in content that nobody has changed yet. */
export type ListedPage = PageRow | { id: null; url: string; title: string }

/** The built-in pages of a kind whose urls have no record. */
export function builtInPages(kind: PageKind, records: readonly Pick<PageRow, 'url'>[]) {
  return builtInUrls
    .filter((url) => publicPath(url)?.kind === kind && !records.some((record) => record.url === url))
    .map((url) => {
      const page = { kind, content: defaultContent(kind, url) } as PageContent
      return { id: null, url, title: pageTitleOf(page) }
    })
}

/**
 * A typed url as it will be stored, and what the server will object to, as far as this list knows. `others` are the urls
 * of the other pages.
 */
export function checkUrl(kind: PageKind, typed: string, others: readonly string[]) {
  const url = normaliseUrl(kind, typed)
  return { url, problem: urlProblem(kind, url) ?? takenProblem(kind, url, others) }
}

/** A free url for the copy of a page: `/summer-copy`, then `/summer-copy-2`. */
export function urlOfCopy(kind: PageKind, url: string, others: readonly string[]): string {
  const root = rootUrls[kind]
  const base = url === root ? `${root === '/' ? '' : root}/main` : url
  const names = Array.from(
    { length: others.length + 1 },
    (_, index) => `${base}-copy${index === 0 ? '' : `-${index + 1}`}`,
  )
  return names.find((name) => checkUrl(kind, name, others).problem === null) ?? ''
}

function takenProblem(kind: PageKind, url: string, others: readonly string[]): string | null {
  if (others.includes(url)) return 'This URL is already in use.'
  // Two urls may stand for one slug: /spring and /spring/fulham, /about/team and /about-team.
  const namesake = others.find((other) => sublinkOfUrl(kind, other) === sublinkOfUrl(kind, url))
  return namesake === undefined ? null : `The page ${namesake} already has this name. Choose another.`
}

/** A draft of built-in content; the server draws its url. */
export const duplicateBuiltIn = (kind: PageKind, url: string): Promise<EditablePage> =>
  createPage(kind, null, defaultContent(kind, url))

/** Makes a draft at `url` with the source's latest draft as content; the source is only read. */
export async function clonePage(client: QueryClient, kind: PageKind, source: ListedPage, url: string) {
  if (source.id === null) return createPage(kind, url, defaultContent(kind, source.url))
  const page = await client.fetchQuery({ ...pageToEdit(kind, editorSlug(kind, source.url)), staleTime: 0 })
  if (page === null) throw new ApiError('NOT_FOUND', `${source.url} no longer exists.`)
  return createPage(kind, url, page.content)
}
