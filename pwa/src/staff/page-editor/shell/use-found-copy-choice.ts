import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { same } from '../changes/content-changes.ts'
import { pageVersionContent } from '../pages.queries.ts'
import type { UnsavedCopy } from '../unsaved/unsaved-copies.ts'
import type { Desk } from './use-editor-context.ts'

/** An earlier session's unsaved edits: offered once, before anything else is typed. */
export function useFoundCopyChoice(desk: Desk, found: UnsavedCopy | null) {
  const { editor, slug, state, dispatch } = desk
  const client = useQueryClient()
  const mine = useMemo(() => (found === null ? null : editor.complete(found.content)), [found, editor])
  const [waiting, setWaiting] = useState(() => mine !== null && !same(mine, state.base))
  const outdated = found !== null && found.version !== (state.page?.version ?? 0)

  /** The content that the edits began with, so that a later save knows who changed what. */
  async function baseOf(version: number): Promise<unknown> {
    if (version === 0) return editor.defaults(desk.url)
    try {
      return editor.complete(await client.fetchQuery(pageVersionContent(editor.kind, slug, version)))
    } catch {
      // Then every difference counts as changed by both, and the one who saves decides.
      return state.base
    }
  }

  async function take(): Promise<void> {
    if (mine === null || found === null) return
    const base = outdated ? await baseOf(found.version) : state.base
    const page = state.page && { ...state.page, version: found.version }
    dispatch({ type: 'resumed', page, base, content: mine })
    setWaiting(false)
  }

  return { waiting, mine, outdated, take: () => void take(), discard: () => setWaiting(false) }
}
