import type { PageKind } from '@kerbside/schema/pages/page'
import { normaliseUrl, sublinkOfUrl, urlProblem } from '@kerbside/schema/pages/page-url'

export type UrlCheck = {
  /** As it will be kept: trimmed, one leading slash, none at the end. */
  url: string
  problem: string | null
}

/** What the server will say about a typed url, as far as this list knows. `others` are the urls of the other pages. */
export function checkUrl(kind: PageKind, typed: string, others: readonly string[]): UrlCheck {
  const url = normaliseUrl(kind, typed)
  const problem = urlProblem(kind, url) ?? takenProblem(kind, url, others)
  return { url, problem }
}

function takenProblem(kind: PageKind, url: string, others: readonly string[]): string | null {
  if (others.includes(url)) return 'This URL is already in use.'
  // Two urls may stand for one slug: /spring and /spring/fulham, /about/team and /about-team.
  const namesake = others.find((other) => sublinkOfUrl(kind, other) === sublinkOfUrl(kind, url))
  return namesake === undefined ? null : `The page ${namesake} already has this name. Choose another.`
}
