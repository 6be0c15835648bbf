import type { PageKind } from '../page.ts'
import type { AboutContent } from './about-content.ts'
import type { HomeContent } from './home-content.ts'
import type { HowItWorksContent } from './how-it-works-content.ts'

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
