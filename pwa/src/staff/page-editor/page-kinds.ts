import { completeAbout, completeHome, completeHowItWorks } from '@kerbside/schema/pages/defaults/content-inputs'
import { startContent, type StartTrade } from '@kerbside/schema/pages/defaults/start-content'
import type { PageKind, ContentOf } from '@kerbside/schema/pages/page'
import { newFieldLabel } from '@kerbside/schema/quotes/form-definition'
import { countUnnamed } from './form-builder/form-changes.ts'
import { pageLabels, type PageLabels } from './page-labels.ts'
import { aboutTabs } from './tabs/about-tabs.ts'
import { homeTabs } from './tabs/home-tabs.tsx'
import { howItWorksTabs } from './tabs/how-it-works-tabs.ts'
import type { EditorTab } from './tabs/tab.tsx'

function editorOf<Kind extends PageKind>(
  kind: Kind,
  complete: (content: unknown) => ContentOf[Kind],
  tabs: readonly EditorTab<ContentOf[Kind]>[],
  warning: (content: ContentOf[Kind]) => string | null = () => null,
) {
  return {
    kind,
    labels: pageLabels[kind],
    // Each panel is only ever given what `complete` or `defaults` of the same kind made.
    tabs: tabs as unknown as readonly EditorTab[],
    /** Stored content of any age, completed with defaults where it lacks something. */
    complete: complete as (content: unknown) => unknown,
    /** What is asked about before it is published; null if nothing. */
    warning: warning as (content: unknown) => string | null,
    /** What a page of this url starts with. Without a trade it is the built-in page, which Reset goes back to. */
    defaults: (url: string, trade: StartTrade = 'driveways'): unknown => startContent(kind, url, trade),
  }
}

/** One kind of page, as the editor's shell takes it: only the kind's own tabs know what its content holds. */
export type PageEditor = Omit<ReturnType<typeof editorOf>, 'labels'> & { labels: PageLabels }

/** The three kinds of pages and their tabs (docs/specification.md, 10.3). */
export const pageEditors: Record<PageKind, PageEditor> = {
  index: editorOf('index', completeHome, homeTabs, ({ quoteForm }) =>
    countUnnamed(quoteForm) === 0 ? null : `Homeowners will read “${newFieldLabel}” in the form. Name the field first.`,
  ),
  about: editorOf('about', completeAbout, aboutTabs),
  'how-it-works': editorOf('how-it-works', completeHowItWorks, howItWorksTabs),
}
