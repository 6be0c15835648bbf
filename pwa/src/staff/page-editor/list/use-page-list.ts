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

/** What asks nothing first; built-in pages are never offered what needs a record. */
export type PageAction = { action: 'duplicate'; page: ListedPage } | { action: 'publish' | 'unpublish'; page: PageRow }

/** What asks first: for a url, or whether to delete the page. */
type Asked = { action: 'clone'; page: ListedPage } | { action: 'rename' | 'delete'; page: PageRow }

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
  const [asked, setAsked] = useState<(Asked & { number: number }) | null>(null)
  const [open, setOpen] = useState(false)

  function run(request: PageAction): Promise<{ url: string }> {
    const { action, page } = request
    switch (action) {
      case 'duplicate':
        return page.id === null ? duplicateBuiltIn(kind, page.url) : duplicatePage(page.id)
      case 'publish':
        return publishPage(page.id)
      case 'unpublish':
        return unpublishPage(page.id)
    }
  }
  async function runAsked({ action, page }: Asked, url: string): Promise<{ url: string }> {
    switch (action) {
      case 'clone':
        return clonePage(client, kind, page, url)
      case 'rename':
        return updatePageUrl(page.id, url)
      case 'delete':
        await deletePage(page.id)
        return page
    }
  }
  // After any change, all queries of pages run anew.
  const onSettled = () => client.invalidateQueries({ queryKey: pageKeys.all })
  const started = useMutation({
    mutationFn: run,
    onSuccess: ({ url }, { action }) => toast.success(toastText(doneTexts[action], url)),
    onError: (error, { action, page }) => toast.error(`Could not ${action} ${page.url}: ${messageOf(error)}`),
    onSettled,
  })
  const submitted = useMutation({
    mutationFn: ({ request, url }: { request: Asked; url: string }) => runAsked(request, url),
    onSuccess: ({ url }, { request: { action } }) => {
      toast.success(toastText(doneTexts[action], url))
      setOpen(false)
    },
    onError: (_error, { request: { action } }) => {
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
    ask: (next: Asked) => {
      submitted.reset()
      setAsked({ ...next, number: (asked?.number ?? 0) + 1 })
      setOpen(true)
    },
    dialog: { open, busy: submitted.isPending, error: submitted.error, onClose: () => setOpen(false) },
    submit: (url = '') => {
      // Only another url is saved.
      if (asked?.action === 'rename' && url === asked.page.url) setOpen(false)
      else if (asked) submitted.mutate({ request: asked, url })
    },
  }
}

export type PageListState = ReturnType<typeof usePageList>
