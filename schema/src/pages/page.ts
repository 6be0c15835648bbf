import type { AboutContent } from './content/about-content.ts'
import type { HomeContent } from './content/home-content.ts'
import type { HowItWorksContent } from './content/how-it-works-content.ts'

/** The three collections, by the names that the REST API uses; 'index' is a home page. */
export const pageKinds = ['index', 'about', 'how-it-works'] as const
export type PageKind = (typeof pageKinds)[number]

/** The same kinds as GraphQL names them. */
export const graphqlPageKinds = { index: 'HOME', about: 'ABOUT', 'how-it-works': 'HOW_IT_WORKS' } as const

export type GraphqlPageKind = (typeof graphqlPageKinds)[PageKind]

export const kindOfGraphql = (name: GraphqlPageKind): PageKind =>
  pageKinds.find((kind) => graphqlPageKinds[kind] === name) ?? 'index'

/** A page that shows a picture: visitors see it there, or only the draft has it. */
export type ImageUse = { kind: PageKind; url: string; isPublished: boolean }

/** The Redis channel on which api processes hear that what a page shows has changed. */
export const pageChannel = (prefix: string) => `${prefix}:pages`

export type ContentOf = { index: HomeContent; about: AboutContent; 'how-it-works': HowItWorksContent }
export type PageContent = { [Kind in PageKind]: { kind: Kind; content: ContentOf[Kind] } }[PageKind]

const text = (value: string): string => value.replace(/\s+/g, ' ').trim()

/** What the page lists show as Title. */
export function pageTitleOf(
  page: { [Kind in PageKind]: { kind: Kind; content: Pick<ContentOf[Kind], 'hero'> } }[PageKind],
): string {
  if (page.kind !== 'index') return text(page.content.hero.title)
  return text(`${page.content.hero.titleLine1} ${page.content.hero.titleEmphasis}`)
}
