import { useCallback, useEffect, useRef, useState } from 'react'
import type { EditablePage } from '../pages.queries.ts'
import type { UnsavedCopy } from '../unsaved/unsaved-copies.ts'
import { useLeaveGuard } from '../unsaved/use-leave-guard.ts'
import { useUnsavedCopy } from '../unsaved/use-unsaved-copy.ts'
import type { PageEditor } from '../page-kinds.ts'
import { errorsOf } from './editor-state.ts'
import { useDesk, type Desk } from './use-editor-context.ts'
import { useFoundCopyChoice } from './use-found-copy-choice.ts'
import { useMoveWithUrl } from './use-move-with-url.ts'
import { useNews } from './use-page-updates.ts'
import { usePublishing } from './use-publishing.ts'
import { useSaving } from './use-saving.ts'
import { useTab } from './use-tab.ts'

export type EditorInput = {
  editor: PageEditor
  slug: string
  /** What the server has, as of the last time it was asked. */
  latest: EditablePage | null
  copyKey: string
  /** Edits of an earlier session that were never saved. */
  found: UnsavedCopy | null
}

/** Everything that an editor does; what it looks like is elsewhere. */
export function useEditor({ editor, slug, latest, copyKey, found }: EditorInput) {
  const desk = useDesk(editor, slug, latest)
  const { state, dirty, dispatch } = desk
  const saving = useSaving(desk)
  const publishing = usePublishing(desk, saving)
  const copy = useFoundCopyChoice(desk, found)
  const edits = { content: state.content, version: state.page?.version ?? 0, dirty }
  const kept = useUnsavedCopy(copyKey, edits, copy.waiting)
  const guard = useLeaveGuard(dirty)
  const news = useNews(desk, latest, copy.waiting)
  const tab = useTabOfErrors(desk)
  const [askingReset, setAskingReset] = useState(false)
  useMoveWithUrl(desk)

  const change = useCallback(
    (update: (content: unknown) => unknown) => dispatch({ type: 'changed', update }),
    [dispatch],
  )
  const reset = () => {
    setAskingReset(false)
    publishing.reset()
  }
  return {
    desk,
    saving,
    publishing,
    copy,
    kept,
    guard,
    news,
    tab,
    change,
    reset: { asking: askingReset, confirm: reset, cancel: () => setAskingReset(false) },
    acts: {
      save: () => void saving.save(),
      publish: publishing.publish,
      unpublish: publishing.unpublish,
      reset: () => (dirty ? setAskingReset(true) : reset()),
    },
  }
}

export type EditorModel = ReturnType<typeof useEditor>

/** A refused save shows the first tab that something is wrong on. */
function useTabOfErrors({ editor: { tabs }, state: { refused } }: Desk) {
  const tab = useTab(tabs.map(({ id }) => id))
  const show = useRef(tab)
  useEffect(() => {
    show.current = tab
  })
  useEffect(() => {
    if (refused === null) return
    const wrong = tabs.filter(({ paths }) => errorsOf(paths, refused.errors) > 0)
    const { current, choose } = show.current
    if (wrong[0] && !wrong.some(({ id }) => id === current)) choose(wrong[0].id)
  }, [refused, tabs])
  return tab
}
