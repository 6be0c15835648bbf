import { useQueryClient } from '@tanstack/react-query'
import { Button } from '@mui/material'
import { useMemo, useState } from 'react'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { formatDateTime } from '../../ui/times.ts'
import { differences, same } from '../changes/content-changes.ts'
import { DifferenceList } from '../changes/difference-list.tsx'
import { pageVersionContent } from '../pages.queries.ts'
import type { UnsavedCopy } from '../unsaved/use-unsaved-copy.ts'
import { useEditorContext, type EditorContextValue } from './editor-context.ts'

/** An earlier session's unsaved edits: offered once, before anything else is typed. */
export function useFoundCopy(editor: EditorContextValue, found: UnsavedCopy | null) {
  const { kind, slug, url, complete, defaults, state, dispatch } = editor
  const client = useQueryClient()
  const mine = useMemo(() => (found === null ? null : complete(found.content)), [found, complete])
  const [waiting, setWaiting] = useState(() => mine !== null && !same(mine, state.base))
  const outdated = found !== null && found.version !== (state.page?.version ?? 0)

  /** The content that the edits began with, so that a later save knows who changed what. */
  async function baseOf(version: number): Promise<unknown> {
    if (version === 0) return defaults(url)
    try {
      return complete(await client.fetchQuery(pageVersionContent(kind, slug, version)))
    } catch {
      // Then every difference counts as changed by both, and the person who saves decides.
      return state.base
    }
  }

  async function take(): Promise<void> {
    if (found === null) return
    const base = outdated ? await baseOf(found.version) : state.base
    const page = state.page && { ...state.page, version: found.version }
    dispatch({ type: 'resumed', page, base, content: mine })
    setWaiting(false)
  }

  return { waiting, outdated, mine, take, discard: () => setWaiting(false) }
}

type FoundCopyDialogProps = { found: UnsavedCopy; copy: ReturnType<typeof useFoundCopy> }

/** Asks about edits that a crash, a reload or an ended session cut off. */
export function FoundCopyDialog({ found, copy }: FoundCopyDialogProps) {
  const { waiting, outdated, mine, take, discard } = copy
  const { tabs, state } = useEditorContext()
  return (
    <DialogFrame
      open={waiting}
      maxWidth="sm"
      title={`You have unsaved changes from ${formatDateTime(found.at)}`}
      text={
        <>
          They were kept on this device and never saved.
          {outdated && ' The page has been saved since: when you save, you will see what differs and choose.'}
        </>
      }
      actions={
        <>
          <Button color="error" onClick={discard}>
            Discard them
          </Button>
          <Button variant="contained" onClick={() => void take()} autoFocus>
            Bring them back
          </Button>
        </>
      }
    >
      <DifferenceList
        differences={differences(mine, state.base)}
        content={mine}
        tabs={tabs}
        sides={{ mine: 'Your changes', theirs: 'Saved' }}
      />
    </DialogFrame>
  )
}
