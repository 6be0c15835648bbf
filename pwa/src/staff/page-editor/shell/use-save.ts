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
  const { kind, slug, labels, complete, url, state, dispatch, runTask, adopt } = editor
  const client = useQueryClient()
  const toast = useToast()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const changeConflict = (change: Partial<Conflict>) => setConflict((now) => now && { ...now, ...change })
  const close = () => changeConflict({ open: false })
  const showError = (error: unknown) => changeConflict({ error })
  const saveFailed = (why: string) => toastText('Save failed', why)
  const failed = (text: string): null => {
    toast.error(saveFailed(text))
    return null
  }

  function showSaved(page: EditablePage, sent: unknown): EditablePage {
    dispatch({ type: 'saved', page, base: complete(page.content), sent })
    cachePage(client, kind, slug, page)
    close()
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
    setConflict({ page, base: state.base, mine, theirs, name, open: true, error: null })
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
    dispatch({ type: 'page', page: null })
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
  async function saveOver({ page, mine }: Conflict, content: unknown): Promise<void> {
    try {
      adopt(await savePage(page.id, content, page.version), 'Saved as you chose between two versions.')
      close()
      toast.success(toastText('Saved', labels.saved))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') await compare(mine).catch(showError)
      else showError(error)
    }
  }

  return {
    save: () => runTask('save', saveDraft, saveFailed),
    /** For a task that has begun already. */
    saveDraft,
    compare: () => void runTask('save', () => compare(state.content), saveFailed),
    conflict: conflict && {
      conflict,
      onSave: (content: unknown) => void runTask('save', () => saveOver(conflict, content), saveFailed),
      onTakeTheirs: () => {
        adopt(conflict.page, `You took the version of ${conflict.name}.`)
        close()
      },
      onClose: close,
    },
  }
}
