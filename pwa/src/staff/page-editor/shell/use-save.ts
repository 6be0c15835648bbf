import { editorSlug } from '@kerbside/schema/pages/page-url'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, brokenAnswer, messageOf } from '../../../api/api-error.ts'
import { useToast } from '../../ui/toasts.tsx'
import type { Conflict } from '../changes/conflict-dialog.tsx'
import { same } from '../changes/content-changes.ts'
import { toastText } from '../page-labels.ts'
import { cachePage, createPage, pageList, pageToEdit, savePage, type EditablePage } from '../pages.queries.ts'
import type { EditorContextValue } from './editor-context.ts'
import { contentErrors } from './editor-state.ts'

/** Saves the content, and handles the server's rejections: errors in fields, a conflict, a page that was deleted. */
export function useSave(editor: EditorContextValue) {
  const { kind, slug, labels, complete, url, state, dispatch, runTask } = editor
  const client = useQueryClient()
  const toast = useToast()
  const [conflict, setConflict] = useState<(Conflict & { page: EditablePage }) | null>(null)
  const [conflictOpen, setConflictOpen] = useState(false)
  const [conflictError, setConflictError] = useState<unknown>(null)
  const failed = (text: string): null => {
    toast.error(toastText('Save failed', text))
    return null
  }

  function showSaved(page: EditablePage, sent: unknown, chosen = false): EditablePage {
    const base = complete(page.content)
    if (chosen) dispatch({ type: 'adopted', page, base, why: 'Saved as you chose between two versions.' })
    else dispatch({ type: 'saved', page, base, sent })
    cachePage(client, kind, slug, page)
    setConflictOpen(false)
    toast.success(toastText('Saved', labels.saved))
    return page
  }

  async function compare(mine: unknown): Promise<EditablePage | null> {
    const page = await findLatest()
    if (page === null) return showDeleted()
    const theirs = complete(page.content)
    // Our own save, whose answer got lost on the way.
    if (same(theirs, mine)) return showSaved(page, mine)
    const name = page.savedBy?.name ?? 'somebody else'
    setConflict({ page, base: state.base, mine, theirs, name, at: page.updatedAt })
    setConflictError(null)
    setConflictOpen(true)
    return null
  }

  /** Looks under the page's slug, then wherever the page was moved to. */
  async function findLatest(): Promise<EditablePage | null> {
    const read = (at: string) => client.fetchQuery({ ...pageToEdit(kind, at), staleTime: 0 })
    const here = await read(slug)
    if (here !== null || state.page === null) return here
    const { id } = state.page
    const moved = (await client.fetchQuery({ ...pageList(kind), staleTime: 0 })).find((page) => page.id === id)
    return moved ? read(editorSlug(kind, moved.url)) : null
  }

  function showDeleted(): null {
    dispatch({ type: 'gone' })
    return failed(`This page was deleted meanwhile. ${labels.save} makes it anew, as a draft.`)
  }

  async function handleError(thrown: unknown, sent: unknown): Promise<EditablePage | null> {
    const error = thrown instanceof ApiError ? thrown : brokenAnswer(thrown)
    const { code, fields } = error
    const taken = state.page === null && code === 'INVALID' && fields['url'] !== undefined
    if (code === 'CONFLICT' || taken) return compare(sent)
    if (code === 'NOT_FOUND') return showDeleted()
    if (code === 'INVALID') dispatch({ type: 'rejected', errors: contentErrors(fields), content: sent })
    return failed(error.message)
  }

  /** Null when it was not saved; then everything is still here. */
  async function saveDraft(): Promise<EditablePage | null> {
    const { page, content } = state
    try {
      return showSaved(
        page ? await savePage(page.id, content, page.version) : await createPage(kind, url, content),
        content,
      )
    } catch (error) {
      return handleError(error, content).catch((again: unknown) => failed(messageOf(again)))
    }
  }

  /** Saves on top of their version, which stays in the history. */
  async function saveOver(content: unknown): Promise<void> {
    if (conflict === null) return
    const { id, version } = conflict.page
    try {
      showSaved(await savePage(id, content, version), content, true)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') await compare(conflict.mine).catch(setConflictError)
      else setConflictError(error)
    }
  }

  function takeTheirs(): void {
    if (conflict === null) return
    const { page, theirs, name } = conflict
    dispatch({ type: 'adopted', page, base: theirs, why: `You took the version of ${name}.` })
    cachePage(client, kind, slug, page)
    setConflictOpen(false)
  }

  return {
    save: () => runTask('save', saveDraft),
    /** For a task that has begun already. */
    saveDraft,
    compare: () => void runTask('save', () => compare(state.content)),
    conflict: conflict && {
      conflict,
      open: conflictOpen,
      error: conflictError,
      onSave: (content: unknown) => void runTask('save', () => saveOver(content)),
      onTakeTheirs: takeTheirs,
      onClose: () => setConflictOpen(false),
    },
  }
}
