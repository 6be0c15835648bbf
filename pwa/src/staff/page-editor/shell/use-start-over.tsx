import { tradeLabels } from '@kerbside/schema/contractors/contractor'
import type { StartTrade } from '@kerbside/schema/pages/defaults/start-content'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { toastText } from '../page-labels.ts'
import type { EditorContextValue } from './editor-context.ts'

/**
 * Replaces the content by the defaults of the url, or by those of a trade; asks first when that would take unsaved edits
 * away.
 */
export function useStartOver({ labels, url, defaults, dirty, dispatch }: EditorContextValue) {
  const toast = useToast()
  // It stays when the dialog closes, so that the texts stay while it fades out.
  const [trade, setTrade] = useState<StartTrade | null>(null)
  const [open, setOpen] = useState(false)
  function replace(by: StartTrade | null): void {
    setOpen(false)
    try {
      const what = by === null ? 'Reset to the defaults.' : `Started from the default content for ${tradeLabels[by]}.`
      const why = `${what} Nothing is saved until you press ${labels.save}.`
      dispatch({ type: 'replaced', content: defaults(url, by ?? undefined), why })
      toast.success(
        by === null
          ? toastText('Reset', labels.wasReset)
          : toastText('Replaced', `Default content: ${tradeLabels[by]}.`),
      )
    } catch {
      // Nothing was changed; the text is fixed by docs/specification.md, 10.2.
      toast.error(toastText('Reset failed', 'Could not reset content.'))
    }
  }
  function ask(by: StartTrade | null): void {
    setTrade(by)
    if (dirty) setOpen(true)
    else replace(by)
  }
  const dialog = (
    <ConfirmDialog
      open={open}
      title={trade === null ? `${labels.reset} of ${url}` : `Start ${url} from ${tradeLabels[trade]}`}
      text="Your unsaved changes and the saved texts are replaced in this editor by the defaults. Nothing is saved by that, and you can undo it."
      confirm={trade === null ? 'Reset' : 'Replace'}
      onConfirm={() => replace(trade)}
      onClose={() => setOpen(false)}
    />
  )
  return { ask, dialog }
}
