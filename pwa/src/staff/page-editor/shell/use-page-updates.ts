import { useEffect } from 'react'
import type { EditablePage } from '../pages.queries.ts'
import type { Desk } from './use-editor-context.ts'

/**
 * What the server says of the page while it is edited. A newer version replaces what is shown when nothing would be
 * lost by it; else it is returned, to be told of.
 */
export function useNews(desk: Desk, latest: EditablePage | null, waiting: boolean) {
  const { editor, state, dirty, busy, dispatch, toast } = desk
  const { page } = state
  const newer = latest !== null && latest.version > (page?.version ?? 0) ? latest : null
  const quiet = busy === null && !waiting

  useEffect(() => {
    if (latest === null || !quiet) return
    if (newer !== null) {
      if (dirty) return
      dispatch({ type: 'adopted', page: newer, base: editor.complete(newer.content), why: '' })
      toast.info(`Changed meanwhile by ${newer.savedBy?.name ?? 'somebody else'}. You see the newest version.`)
    } else if (page !== null && latest.version === page.version && latest !== page) {
      // Published, renamed, or only a fresh preview link.
      dispatch({ type: 'page', page: latest })
    }
  }, [latest, newer, page, dirty, quiet, dispatch, editor, toast])

  return newer !== null && dirty && quiet ? newer : null
}
