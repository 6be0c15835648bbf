import { messageOf } from '../../../api/api-error.ts'
import { toastText } from '../page-labels.ts'
import { pageToEdit, publishPage, restorePage, unpublishPage, type EditablePage } from '../pages.queries.ts'
import type { Desk } from './use-editor-context.ts'
import type { Saving } from './use-saving.ts'

/** Publish, unpublish, restore and reset. */
export function usePublishing(desk: Desk, { saving }: Saving) {
  const { editor, slug, words, url, state, dispatch, dirty, client, toast } = desk

  const adopt = (page: EditablePage, why: string) => {
    dispatch({ type: 'adopted', page, base: editor.complete(page.content), why })
    desk.keep(page)
  }

  /** Publishing takes the saved draft as it is, so what nobody has seen here is looked at first. */
  async function draftToPublish(): Promise<EditablePage | null> {
    const { page } = state
    if (page === null || dirty) return saving()
    const latest = await client.fetchQuery({ ...pageToEdit(editor.kind, slug), staleTime: 0 })
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
      const page = await publishPage(draft.id)
      // Whatever was saved between the two calls is news, and not yet what is shown here.
      dispatch({ type: 'page', page: { ...page, version: draft.version } })
      desk.keep(page)
      toast.success(toastText('Published', words.published))
    } catch (error) {
      toast.error(`${toastText('Error', words.publishFailed)} ${messageOf(error)}`)
    }
  }

  async function unpublish(): Promise<void> {
    if (state.page === null) return
    try {
      const page = await unpublishPage(state.page.id)
      dispatch({ type: 'page', page: { ...page, version: state.page.version } })
      desk.keep(page)
      toast.success(toastText('Unpublished', words.unpublished))
    } catch (error) {
      toast.error(`${toastText('Error', words.unpublishFailed)} ${messageOf(error)}`)
    }
  }

  async function restore(version: number): Promise<boolean> {
    if (state.page === null) return false
    try {
      const page = await restorePage(state.page.id, version)
      adopt(page, `Version ${version} was restored.`)
      toast.success(
        toastText('Restored', `version ${version} is the draft again. Visitors see no change until you publish.`),
      )
      return true
    } catch (error) {
      toast.error(toastText('Restore failed', messageOf(error)))
      return false
    }
  }

  function reset(): void {
    try {
      const content = editor.defaults(url)
      dispatch({
        type: 'replaced',
        content,
        why: `Reset to the defaults. Nothing is saved until you press ${words.save}.`,
      })
      toast.success(toastText('Reset', words.wasReset))
    } catch {
      // Nothing was changed; the text is fixed by page-labels.test.ts.
      toast.error(toastText('Reset failed', 'Could not reset content.'))
    }
  }

  return {
    publish: () => void desk.during('publish', publish),
    unpublish: () => void desk.during('publish', unpublish),
    restore: async (version: number) => (await desk.during('restore', () => restore(version))) ?? false,
    reset,
  }
}
