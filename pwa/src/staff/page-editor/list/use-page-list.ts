import type { PageKind } from '@kerbside/schema/pages/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useToast } from '../../ui/toasts.tsx'
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
export type PageChange = { url?: string } & (
  | { action: 'duplicate' | 'clone'; page: ListedPage }
  | { action: 'publish' | 'unpublish' | 'rename' | 'delete'; page: PageRow }
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
  const toast = useToast()
  const [asked, setAsked] = useState<(PageChange & { number: number }) | null>(null)
  const [open, setOpen] = useState(false)

  async function mutationFn({ action, page, url = '' }: PageChange): Promise<{ url: string }> {
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
  const onSuccess = ({ url }: { url: string }, { action }: PageChange) => {
    toast.success(toastText(doneTexts[action], url))
  }
  // After any change, all queries of pages run anew.
  const onSettled = () => client.invalidateQueries({ queryKey: pageKeys.all })
  const started = useMutation({
    mutationFn,
    onSuccess,
    onError: (error, { action, page }) => toast.error(`Could not ${action} ${page.url}: ${messageOf(error)}`),
    onSettled,
  })
  const submitted = useMutation({
    mutationFn,
    onSuccess: (done, change) => {
      onSuccess(done, change)
      setOpen(false)
    },
    onError: (_error, { action }) => {
      // The reason stands in the dialog.
      if (action === 'rename') toast.error(toastText('Update failed', 'Could not update URL.'))
    },
    onSettled,
  })
  return {
    kind,
    pages,
    builtIn: pages.data ? builtInPages(kind, pages.data) : [],
    start: started.mutate,
    /** The action that is under way on a page. */
    busyWith: ({ url }: ListedPage) =>
      started.isPending && started.variables.page.url === url ? started.variables.action : null,
    /** Each question has a number, so that the dialog begins anew with it. */
    asked,
    ask: (next: PageChange) => {
      submitted.reset()
      setAsked({ ...next, number: (asked?.number ?? 0) + 1 })
      setOpen(true)
    },
    dialog: { open, busy: submitted.isPending, error: submitted.error, onClose: () => setOpen(false) },
    submit: (url = '') => {
      // Only another url is saved.
      if (asked?.action === 'rename' && url === asked.page.url) setOpen(false)
      else if (asked) submitted.mutate({ ...asked, url })
    },
  }
}

export type PageListState = ReturnType<typeof usePageList>
