import { pageEditorPath, sublinkOfSlug, sublinkOfUrl } from '@kerbside/schema/pages/page-url'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useToast } from '../../ui/toasts.tsx'
import type { EditablePage } from '../pages.queries.ts'
import type { EditorContextValue } from './editor-context.ts'

/**
 * Follows what the server reports of the page while it is edited. A newer version replaces the one shown when no edit
 * would be lost by it; otherwise it is returned, for a notice. While `paused`, nothing is replaced.
 */
export function usePageUpdates(editor: EditorContextValue, latest: EditablePage | null, paused: boolean) {
  const { kind, slug, url, complete, state, dirty, busy, dispatch } = editor
  const { page } = state
  const toast = useToast()
  const newer = latest !== null && latest.version > (page?.version ?? 0) ? latest : null
  const isIdle = busy === null && !paused

  useEffect(() => {
    if (latest === null || !isIdle) return
    if (newer !== null) {
      if (dirty) return
      dispatch({ type: 'adopted', page: newer, base: complete(newer.content), why: '' })
      toast.info(`Changed meanwhile by ${newer.savedBy?.name ?? 'somebody else'}. You see the newest version.`)
    } else if (page !== null && latest.version === page.version && latest !== page) {
      // Published, renamed, or only a fresh preview link.
      dispatch({ type: 'page', page: latest })
    }
  }, [latest, newer, page, dirty, isIdle, dispatch, complete, toast])

  // A page that was given another url has another editor address; it is followed once nothing is unsaved.
  const navigate = useNavigate()
  const moved = sublinkOfSlug(kind, slug) !== sublinkOfUrl(kind, url)
  useEffect(() => {
    if (moved && !dirty && busy === null) void navigate(pageEditorPath(kind, url), { replace: true })
  }, [moved, dirty, busy, navigate, kind, url])

  return newer !== null && dirty && isIdle ? newer : null
}
