import type { FieldErrors } from '@kerbside/schema/errors'

/** What a tab of a page editor works on. Editing is local: nothing reaches the server before Save. */
export type EditorPanelProps<Content> = {
  content: Content
  /** Makes the next content of the current one; called often, so it copies only what it changes. */
  change: (update: (content: Content) => Content) => void
  /** The server's validation errors, keyed by path below the content: `hero.colors.background`. */
  errors: FieldErrors
}
