import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useMemo, useReducer, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useToast, type ToastText } from '../../ui/toasts.tsx'
import type { PageEditor } from '../page-kinds.ts'
import { urlOfEditor } from '../page-labels.ts'
import { cachePage, type EditablePage } from '../pages.queries.ts'
import { editorReducer, isDirty, openErrors, type EditorState } from './editor-state.ts'

type Task = 'save' | 'publish' | 'restore'

/** What all parts of an open editor share: the kind of page, its content and errors, and what is under way. */
export function useEditorState(editor: PageEditor, slug: string, opened: EditablePage | null) {
  const client = useQueryClient()
  const toast = useToast()
  const newUrl = urlOfEditor(editor.kind, slug)
  const [state, dispatch] = useReducer(editorReducer<unknown>, null, (): EditorState => {
    const base = opened ? editor.complete(opened.content) : editor.defaults(newUrl)
    return { page: opened, base, content: base, undo: null, rejected: null }
  })
  const [busy, setBusy] = useState<Task | null>(null)
  const errors = useMemo(() => openErrors(state), [state])

  /** One task at a time: a second press of a button is ignored. Null when it failed; a message shows the reason. */
  async function runTask<T>(
    task: Task,
    work: () => Promise<T>,
    failed: (reason: string) => ToastText,
  ): Promise<T | null> {
    if (busy !== null) return null
    setBusy(task)
    try {
      return await work()
    } catch (error) {
      toast.error(failed(messageOf(error)))
      return null
    } finally {
      setBusy(null)
    }
  }

  /** Shows the server's page in place of what is here, in every list and in the history. */
  function adopt(page: EditablePage, why: string): void {
    dispatch({ type: 'adopted', page, base: editor.complete(page.content), why })
    cachePage(client, editor.kind, slug, page)
  }

  return {
    ...editor,
    slug,
    url: state.page?.url ?? newUrl,
    state,
    dispatch,
    dirty: isDirty(state),
    errors,
    busy,
    runTask,
    adopt,
  }
}

export type EditorContextValue = ReturnType<typeof useEditorState>
export const EditorContext = createContext<EditorContextValue | null>(null)

export function useEditorContext(): EditorContextValue {
  const editor = use(EditorContext)
  if (editor === null) throw new Error('useEditorContext needs an EditorContext above it')
  return editor
}
