import { useQueryClient } from '@tanstack/react-query'
import { useConfirmed } from '../../ui/dialogs/confirm-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { toastText } from '../page-labels.ts'
import { cachePage, pageToEdit, publishPage, restorePage, unpublishPage, type EditablePage } from '../pages.queries.ts'
import type { EditorContextValue } from './editor-context.ts'

/** Publish, unpublish and restore. */
export function usePublish(editor: EditorContextValue, saveDraft: () => Promise<EditablePage | null>) {
  const { kind, slug, labels, warning, state, dispatch, dirty, runTask, adopt } = editor
  const { page } = state
  const client = useQueryClient()
  const toast = useToast()

  /** `version` is the one shown here: whatever was saved meanwhile is shown as an update. */
  const showStatus = (changed: EditablePage, version: number) => {
    dispatch({ type: 'page', page: { ...changed, version } })
    cachePage(client, kind, slug, changed)
  }

  /** Publishing takes the saved draft as it is, so a draft that was not seen here is shown first. */
  async function draftToPublish(): Promise<EditablePage | null> {
    if (page === null || dirty) return saveDraft()
    const latest = await client.fetchQuery({ ...pageToEdit(kind, slug), staleTime: 0 })
    if (latest === null || latest.version === page.version) return page
    const name = latest.savedBy?.name ?? 'somebody else'
    adopt(latest, '')
    toast.error(toastText(`Changed meanwhile by ${name}`, 'Nothing was published. Look at it, then publish.'))
    return null
  }

  async function publish(): Promise<void> {
    const draft = await draftToPublish()
    if (draft === null) return
    showStatus(await publishPage(draft.id), draft.version)
    toast.success(toastText('Published', labels.published))
  }

  async function unpublish(): Promise<void> {
    if (page === null) return
    showStatus(await unpublishPage(page.id), page.version)
    toast.success(toastText('Unpublished', labels.unpublished))
  }

  async function restore(version: number): Promise<boolean> {
    if (page === null) return false
    adopt(await restorePage(page.id, version), `Version ${version} was restored.`)
    toast.success(
      toastText('Restored', `Version ${version} is the draft again. Visitors see no change until you publish.`),
    )
    return true
  }

  const failed = (text: string) => (why: string) => toastText('Error', `${text} ${why}`)
  const restoreFailed = (why: string) => toastText('Restore failed', why)

  const publishNow = () => runTask('publish', publish, failed(labels.publishFailed))
  const anyway = useConfirmed({
    mutationFn: async (_text: string) => publishNow(),
    question: (text) => ({ title: 'Publish as it is?', text, confirm: 'Publish', busyText: 'Publishing…' }),
  })
  const warned = warning(state.content)

  return {
    dialog: anyway.dialog,
    publish: () => (warned === null ? void publishNow() : anyway.ask(warned)),
    unpublish: () => void runTask('publish', unpublish, failed(labels.unpublishFailed)),
    restore: (version: number) => runTask('restore', () => restore(version), restoreFailed),
  }
}
