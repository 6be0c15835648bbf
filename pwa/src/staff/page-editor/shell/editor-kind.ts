import type { PageKind } from '@kerbside/schema/pages/page'
import type { PageContent } from '@kerbside/schema/pages/screen-state'
import type { EditorTab } from '../editor-tab.ts'

/** One of the three editors. */
export type EditorKind<Content> = {
  kind: PageKind
  tabs: readonly EditorTab<Content>[]
  /** Stored content of any age, fit to edit. */
  complete: (content: unknown) => Content
  /** What a page of this url starts with, and what Reset goes back to. */
  defaults: (url: string) => Content
  /** The content with its kind, as the public page takes it. */
  asPage: (content: Content) => PageContent
}
