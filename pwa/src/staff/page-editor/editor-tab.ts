import type { FieldErrors } from '@kerbside/schema/errors'
import type { ReactElement } from 'react'

/** What a tab of a page editor works on. Editing is local: nothing reaches the server before Save. */
export type EditorPanelProps<Content> = {
  content: Content
  /** Makes the next content of the current one; called often, so it copies only what it changes. */
  change: (update: (content: Content) => Content) => void
  /** What the server refused, keyed by path below the content: `hero.colors.background`. */
  errors: FieldErrors
}

/** One tab: the label is fixed (docs/specification.md, 10.3), and `paths` are the content's own keys that it edits. */
export type EditorTab<Content> = {
  id: string
  label: string
  paths: readonly (keyof Content & string)[]
  Panel: (props: EditorPanelProps<Content>) => ReactElement
}
