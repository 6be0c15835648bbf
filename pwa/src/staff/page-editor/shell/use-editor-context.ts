import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useReducer, useState } from 'react'
import { useToast } from '../../ui/toasts.tsx'
import { urlOfEditor } from '../page-labels.ts'
import { pageKeys, type EditablePage } from '../pages.queries.ts'
import type { PageEditor } from '../page-kinds.ts'
import { editorReducer, isDirty, openErrors, type EditorState } from './editor-state.ts'

export type Busy = 'save' | 'publish' | 'restore'

/** What everything in an editor works on: the page and its content, and what is under way. */
export function useDesk(editor: PageEditor, slug: string, opened: EditablePage | null) {
  const client = useQueryClient()
  const toast = useToast()
  const newUrl = urlOfEditor(editor.kind, slug)
  const [state, dispatch] = useReducer(editorReducer, null, (): EditorState => {
    const base = opened ? editor.complete(opened.content) : editor.defaults(newUrl)
    return { page: opened, base, content: base, aside: null, refused: null }
  })
  const [busy, setBusy] = useState<Busy | null>(null)
  const errors = useMemo(() => openErrors(state), [state])

  /** One thing at a time; a second press of a button is ignored. */
  async function during<T>(what: Busy, work: () => Promise<T>): Promise<T | null> {
    if (busy !== null) return null
    setBusy(what)
    try {
      return await work()
    } finally {
      setBusy(null)
    }
  }

  return {
    editor,
    slug,
    words: editor.labels,
    url: state.page?.url ?? newUrl,
    state,
    dirty: isDirty(state),
    errors,
    dispatch,
    busy,
    during,
    client,
    toast,
    /** What the server answered is what every list and the next visit show. */
    keep(page: EditablePage) {
      client.setQueryData(pageKeys.page(editor.kind, slug), page)
      void client.invalidateQueries({ queryKey: pageKeys.lists })
      void client.invalidateQueries({ queryKey: pageKeys.history(editor.kind, slug) })
    },
  }
}

export type Desk = ReturnType<typeof useDesk>
