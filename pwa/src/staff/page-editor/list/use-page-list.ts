import type { PageKind } from '@kerbside/schema/pages/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { useToast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { toastText } from '../page-labels.ts'
import {
  deletePage,
  duplicatePage,
  pageKeys,
  pageList,
  publishPage,
  unpublishPage,
  updatePageUrl,
  type PageRow,
} from '../pages.queries.ts'
import { builtInPages, clonePage, duplicateBuiltIn, type ListedPage } from './listed-page.ts'

/** Built-in pages are never offered what needs a record. Clone and rename need a url. */
export type PageAction = { url?: string } & (
  | { action: 'duplicate'; page: ListedPage }
  | { action: 'clone'; page: ListedPage }
  | { action: 'publish' | 'unpublish'; page: PageRow }
  | { action: 'rename'; page: PageRow }
  | { action: 'delete'; page: PageRow }
)

/** The first words of each success message, fixed by docs/specification.md, 10.1. */
const doneTexts = {
  duplicate: 'Duplicated',
  publish: 'Published',
  unpublish: 'Unpublished',
  clone: 'Cloned',
  rename: 'URL updated',
  delete: 'Deleted',
} as const

/** The pages of a kind, and what can be done to each. */
export function usePageList(kind: PageKind) {
  const pages = useQuery(pageList(kind))
  const client = useQueryClient()

  async function make({ action, page, url = '' }: PageAction): Promise<{ url: string }> {
    switch (action) {
      case 'duplicate':
        return page.id === null ? duplicateBuiltIn(kind, page.url) : duplicatePage(page.id)
      case 'clone':
        return clonePage(client, kind, page, url)
      case 'publish':
        return publishPage(page.id)
      case 'unpublish':
        return unpublishPage(page.id)
      case 'rename':
        return updatePageUrl(page.id, url)
      case 'delete':
        await deletePage(page.id)
        return page
    }
  }
  const toast = useToast()
  const started = useAction({
    mutationFn: make,
    done: ({ url }, { action }) => pageDoneText(action, url),
    onError: (error, { action, page }) => toast.error(toastText(`Could not ${action} ${page.url}`, messageOf(error))),
    refreshes: { queryKey: pageKeys.all },
  })
  return {
    kind,
    pages,
    builtIn: pages.data ? builtInPages(kind, pages.data) : [],
    /** Makes a change that a dialog has asked about. */
    make,
    start: started.mutate,
    /** The action that is under way on a page. */
    busyWith: ({ url }: ListedPage) =>
      started.isPending && started.variables.page.url === url ? started.variables.action : null,
  }
}

export const pageDoneText = (action: PageAction['action'], url: string) => toastText(doneTexts[action], url)

export type PageListActions = ReturnType<typeof usePageList>
/** With the questions that come before some changes. */
export type PageListState = PageListActions & { ask: (change: AskedChange) => void }
export type AskedChange = Extract<PageAction, { action: 'clone' | 'rename' | 'delete' }>
