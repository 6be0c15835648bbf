import type { FieldErrors } from '@kerbside/schema/errors'
import { same, valueAt } from '../changes/content-changes.ts'
import type { EditablePage } from '../pages.queries.ts'

/** The content that another one replaced, and why; Undo brings it back. */
export type Undo<Content = unknown> = { content: Content; why: string }

export type EditorState<Content = unknown> = {
  /** The record that is edited, in the version it was loaded in; null while there is none. */
  page: EditablePage | null
  /** That version's content: what the server has, as far as this editor knows. */
  base: Content
  content: Content
  undo: Undo<Content> | null
  /** The server's validation errors, and the content that they are about. */
  rejected: { errors: FieldErrors; content: Content } | null
}

export type EditorAction<Content = unknown> =
  | { type: 'changed'; update: (content: Content) => Content }
  /** Another content in the editor, not yet saved: the defaults, or what Undo brings back. */
  | { type: 'replaced'; content: Content; why: string }
  /** The server's content in place of what is here: their version, or a restored one. */
  | { type: 'adopted'; page: EditablePage; base: Content; why: string }
  | { type: 'saved'; page: EditablePage; base: Content; sent: Content }
  /** Edits of an earlier session, with the version that they began with. */
  | { type: 'resumed'; page: EditablePage | null; base: Content; content: Content }
  /** Null when the record is gone: the next save makes a new one. */
  | { type: 'page'; page: EditablePage | null }
  | { type: 'rejected'; errors: FieldErrors; content: Content }
  | { type: 'undoClosed' }

export const isDirty = <Content>({ content, base }: EditorState<Content>) => !same(content, base)

export function editorReducer<Content>(
  state: EditorState<Content>,
  action: EditorAction<Content>,
): EditorState<Content> {
  switch (action.type) {
    case 'changed':
      return { ...state, content: action.update(state.content) }
    case 'replaced':
      return { ...state, content: action.content, undo: undoOf(state, action.content, action.why), rejected: null }
    case 'adopted': {
      // What was only here would be lost; what was saved is in the history.
      const undo = isDirty(state) ? undoOf(state, action.base, action.why) : null
      return { page: action.page, base: action.base, content: action.base, undo, rejected: null }
    }
    case 'saved': {
      // The server may have spelt things otherwise; what was typed while it saved stays.
      const content = state.content === action.sent ? action.base : state.content
      return { ...state, page: action.page, base: action.base, content, undo: null, rejected: null }
    }
    case 'resumed':
      return { page: action.page, base: action.base, content: action.content, undo: null, rejected: null }
    case 'page':
      return { ...state, page: action.page }
    case 'rejected':
      return { ...state, rejected: { errors: action.errors, content: action.content } }
    case 'undoClosed':
      return { ...state, undo: null }
  }
}

function undoOf<Content>({ content }: EditorState<Content>, next: Content, why: string): Undo<Content> | null {
  return same(content, next) ? null : { content, why }
}

/** The errors of fields that have not been changed since. */
export function openErrors<Content>({ rejected, content }: EditorState<Content>): FieldErrors {
  if (rejected === null) return {}
  const entries = Object.entries(rejected.errors).filter(([field]) => {
    const path = field.split('.')
    return same(valueAt(rejected.content, path), valueAt(content, path))
  })
  return Object.fromEntries(entries)
}

/** The server names fields below `content`; the editor's own paths begin there. */
export function contentErrors(fields: FieldErrors): FieldErrors {
  const entries = Object.entries(fields).map(([field, texts]) => [field.replace(/^content\./, ''), texts])
  return Object.fromEntries(entries)
}

/** How many fields with errors a tab edits. */
export function countErrors(paths: readonly string[], errors: FieldErrors): number {
  return Object.keys(errors).filter((field) => paths.includes(field.split('.')[0] ?? '')).length
}
