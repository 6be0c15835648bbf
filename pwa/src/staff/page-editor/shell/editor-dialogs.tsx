import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ConflictDialog } from '../changes/conflict-dialog.tsx'
import { HistoryDrawer } from '../history/history-drawer.tsx'
import { FoundCopyDialog } from '../unsaved/found-copy-dialog.tsx'
import { LeaveDialog } from '../unsaved/leave-dialog.tsx'
import type { EditorInput, EditorModel } from './use-editor.ts'

type EditorDialogsProps = {
  model: EditorModel
  found: EditorInput['found']
  history: { open: boolean; close: () => void }
}

/** Whatever an editor asks. */
export function EditorDialogs({ model, found, history }: EditorDialogsProps) {
  const { desk, saving, publishing, copy, kept, guard, reset } = model
  const { editor, slug, url, state, busy, words } = desk
  const { conflict } = saving
  const saveAndLeave = async () => ((await saving.save()) ? guard.leave() : guard.stay())
  return (
    <>
      {conflict.shown && (
        <ConflictDialog
          key={`${conflict.shown.page.id} ${conflict.shown.page.version}`}
          conflict={conflict.shown}
          open={conflict.open}
          tabs={editor.tabs}
          busy={busy !== null}
          error={conflict.error}
          onSave={conflict.saveOver}
          onTakeTheirs={conflict.takeTheirs}
          onClose={conflict.close}
        />
      )}
      {found !== null && copy.mine !== null && (
        <FoundCopyDialog
          open={copy.waiting}
          at={found.at}
          outdated={copy.outdated}
          mine={copy.mine}
          saved={state.base}
          tabs={editor.tabs}
          onTake={copy.take}
          onDiscard={copy.discard}
        />
      )}
      <LeaveDialog
        open={guard.asking}
        url={url}
        kept={kept}
        busy={busy !== null}
        onStay={guard.stay}
        onLeave={guard.leave}
        onSave={() => void saveAndLeave()}
      />
      <ConfirmDialog
        open={reset.asking}
        title={`${words.reset} of ${url}`}
        text="Your unsaved changes and the saved texts are replaced in this editor by the defaults. Nothing is saved by that, and you can undo it."
        confirm="Reset"
        busyText="Resetting…"
        busy={false}
        error={null}
        onConfirm={reset.confirm}
        onClose={reset.cancel}
      />
      {state.page !== null && (
        <HistoryDrawer
          open={history.open}
          kind={editor.kind}
          slug={slug}
          page={state.page}
          content={state.content}
          complete={editor.complete}
          tabs={editor.tabs}
          busy={busy !== null}
          onRestore={(version) => void publishing.restore(version).then((done) => done && history.close())}
          onClose={history.close}
        />
      )}
    </>
  )
}
