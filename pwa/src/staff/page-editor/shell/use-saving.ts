import { editorSlug } from '@kerbside/schema/pages/page-url'
import { useState } from 'react'
import { ApiError, brokenAnswer, messageOf } from '../../../api/api-error.ts'
import { same } from '../changes/content-changes.ts'
import type { Conflict } from '../changes/conflict-dialog.tsx'
import { toastText } from '../page-labels.ts'
import { createPage, pageList, pageToEdit, savePage, type EditablePage } from '../pages.queries.ts'
import { contentErrors } from './editor-state.ts'
import type { Desk } from './use-editor-context.ts'

export type OpenConflict = Conflict & { page: EditablePage }

/** Saving, and what becomes of a save that the server refuses. */
export function useSaving(desk: Desk) {
  const { editor, slug, words, url, state, dispatch, client, toast } = desk
  const [conflict, setConflict] = useState<OpenConflict | null>(null)
  const [conflictOpen, setConflictOpen] = useState(false)
  const [conflictError, setConflictError] = useState<unknown>(null)

  const settle = (page: EditablePage, sent: unknown, chosen = false): EditablePage => {
    const base = editor.complete(page.content)
    if (chosen) dispatch({ type: 'adopted', page, base, why: 'Saved as you chose between two versions.' })
    else dispatch({ type: 'saved', page, base, sent })
    desk.keep(page)
    setConflictOpen(false)
    toast.success(toastText('Saved', words.saved))
    return page
  }

  async function compare(mine: unknown): Promise<EditablePage | null> {
    const page = await findLatest()
    if (page === null) return missing()
    const theirs = editor.complete(page.content)
    // Our own save, whose answer got lost on the way.
    if (same(theirs, mine)) return settle(page, mine)
    const name = page.savedBy?.name ?? 'somebody else'
    setConflict({ page, base: state.base, mine, theirs, name, at: page.updatedAt })
    setConflictError(null)
    setConflictOpen(true)
    return null
  }

  /** By its slug, or where it has moved to. */
  async function findLatest(): Promise<EditablePage | null> {
    const read = (at: string) => client.fetchQuery({ ...pageToEdit(editor.kind, at), staleTime: 0 })
    const here = await read(slug)
    if (here !== null || state.page === null) return here
    const { id } = state.page
    const moved = (await client.fetchQuery({ ...pageList(editor.kind), staleTime: 0 })).find((page) => page.id === id)
    return moved ? read(editorSlug(editor.kind, moved.url)) : null
  }

  function missing(): null {
    dispatch({ type: 'gone' })
    toast.error(toastText('Save failed', `This page was deleted meanwhile. ${words.save} makes it anew, as a draft.`))
    return null
  }

  async function refuse(error: unknown, sent: unknown): Promise<EditablePage | null> {
    const refusal = error instanceof ApiError ? error : brokenAnswer(error)
    const { code, fields } = refusal
    const taken = state.page === null && code === 'INVALID' && fields['url'] !== undefined
    if (code === 'CONFLICT' || taken) return compare(sent)
    if (code === 'NOT_FOUND') return missing()
    if (code === 'INVALID') dispatch({ type: 'refused', errors: contentErrors(fields), content: sent })
    toast.error(toastText('Save failed', refusal.message))
    return null
  }

  /** Null when it was not saved; then everything is still here. */
  async function save(): Promise<EditablePage | null> {
    const { page, content } = state
    try {
      const saved = page ? await savePage(page.id, content, page.version) : await createPage(editor.kind, url, content)
      return settle(saved, content)
    } catch (error) {
      return refuse(error, content).catch((again: unknown) => {
        toast.error(toastText('Save failed', messageOf(again)))
        return null
      })
    }
  }

  /** On top of theirs, which stays in the history. */
  async function saveOver(content: unknown): Promise<void> {
    if (conflict === null) return
    const { id, version } = conflict.page
    try {
      settle(await savePage(id, content, version), content, true)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') await compare(conflict.mine).catch(setConflictError)
      else setConflictError(error)
    }
  }

  return {
    save: () => desk.during('save', save),
    saving: save,
    compare: (mine: unknown) => desk.during('save', () => compare(mine)),
    conflict: {
      shown: conflict,
      open: conflictOpen,
      error: conflictError,
      saveOver: (content: unknown) => void desk.during('save', () => saveOver(content)),
      takeTheirs() {
        if (conflict === null) return
        const { page, theirs, name } = conflict
        dispatch({ type: 'adopted', page, base: theirs, why: `You took the version of ${name}.` })
        desk.keep(page)
        setConflictOpen(false)
      },
      close: () => setConflictOpen(false),
    },
  }
}

export type Saving = ReturnType<typeof useSaving>
