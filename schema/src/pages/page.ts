import type { AboutContent } from './content/about-content.ts'
import type { HomeContent } from './content/home-content.ts'
import type { HowItWorksContent } from './content/how-it-works-content.ts'

/** The three collections, by the names that the REST door uses; 'index' is a home page. */
export const pageKinds = ['index', 'about', 'how-it-works'] as const
export type PageKind = (typeof pageKinds)[number]

/** The same kinds as GraphQL names them. */
export const graphqlPageKinds = { index: 'HOME', about: 'ABOUT', 'how-it-works': 'HOW_IT_WORKS' } as const
export type GraphqlPageKind = (typeof graphqlPageKinds)[PageKind]

export function pageKindOf(name: GraphqlPageKind): PageKind {
  return pageKinds.find((kind) => graphqlPageKinds[kind] === name) ?? 'index'
}

export type ContentOf = { index: HomeContent; about: AboutContent; 'how-it-works': HowItWorksContent }

export type Page<K extends PageKind = PageKind> = {
  id: string
  kind: K
  url: string
  sublink: string
  content: ContentOf[K]
  isPublished: boolean
  /** The draft's number; each save counts it up. */
  version: number
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
}

const text = (value: string): string => value.replace(/\s+/g, ' ').trim()

/** What the page lists show as Title. */
export function titleOf(
  page:
    | { kind: 'index'; content: Pick<HomeContent, 'hero'> }
    | { kind: 'about'; content: Pick<AboutContent, 'hero'> }
    | { kind: 'how-it-works'; content: Pick<HowItWorksContent, 'hero'> },
): string {
  if (page.kind !== 'index') return text(page.content.hero.title)
  return text(`${page.content.hero.titleLine1} ${page.content.hero.titleEmphasis}`)
}
