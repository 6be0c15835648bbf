import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { useToast } from '../../ui/toasts.tsx'
import { toastText } from '../page-labels.ts'
import { cachePage, pageToEdit, publishPage, restorePage, unpublishPage, type EditablePage } from '../pages.queries.ts'
import type { EditorContextValue } from './editor-context.ts'

/** Publish, unpublish and restore. */
export function usePublish(editor: EditorContextValue, saveDraft: () => Promise<EditablePage | null>) {
  const { kind, slug, labels, complete, state, dispatch, dirty, runTask } = editor
  const { page } = state
  const client = useQueryClient()
  const toast = useToast()

  const adopt = (adopted: EditablePage, why: string) => {
    dispatch({ type: 'adopted', page: adopted, base: complete(adopted.content), why })
    cachePage(client, kind, slug, adopted)
  }
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
    toast.error(toastText(`Changed meanwhile by ${name}`, 'nothing was published. Look at it, then publish.'))
    return null
  }

  async function publish(): Promise<void> {
    try {
      const draft = await draftToPublish()
      if (draft === null) return
      showStatus(await publishPage(draft.id), draft.version)
      toast.success(toastText('Published', labels.published))
    } catch (error) {
      toast.error(`${toastText('Error', labels.publishFailed)} ${messageOf(error)}`)
    }
  }

  async function unpublish(): Promise<void> {
    if (page === null) return
    try {
      showStatus(await unpublishPage(page.id), page.version)
      toast.success(toastText('Unpublished', labels.unpublished))
    } catch (error) {
      toast.error(`${toastText('Error', labels.unpublishFailed)} ${messageOf(error)}`)
    }
  }

  async function restore(version: number): Promise<boolean> {
    if (page === null) return false
    try {
      adopt(await restorePage(page.id, version), `Version ${version} was restored.`)
      toast.success(
        toastText('Restored', `version ${version} is the draft again. Visitors see no change until you publish.`),
      )
      return true
    } catch (error) {
      toast.error(toastText('Restore failed', messageOf(error)))
      return false
    }
  }

  return {
    publish: () => void runTask('publish', publish),
    unpublish: () => void runTask('publish', unpublish),
    restore: async (version: number) => (await runTask('restore', () => restore(version))) ?? false,
  }
}
