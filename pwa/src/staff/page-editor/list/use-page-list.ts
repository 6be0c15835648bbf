import { isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
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

/** The pages of a kind, and what can be done to each. */
export function usePageList(kind: PageKind) {
  const pages = useQuery(pageList(kind))
  const records = pages.data ?? []
  return {
    kind,
    pages,
    builtIn: pages.data ? builtInPages(kind, records) : [],
    actions: usePageActions(kind),
    urls: useUrlDialog(kind, records),
    deletion: useDeletePage(),
  }
}

export type PageListState = ReturnType<typeof usePageList>

/** What every change of the list needs: after it, all queries of pages run anew. */
function useListChange() {
  const client = useQueryClient()
  return { client, toast: useToast(), onSettled: () => client.invalidateQueries({ queryKey: pageKeys.all }) }
}

/** The actions that ask nothing first. The texts of `done` are fixed by docs/specification.md, 10.1. */
const pageActions = {
  duplicate: {
    done: 'Duplicated',
    failed: 'Could not duplicate',
    run: (kind: PageKind, { id, url }: ListedPage) => (id === null ? duplicateBuiltIn(kind, url) : duplicatePage(id)),
  },
  publish: {
    done: 'Published',
    failed: 'Could not publish',
    run: (_kind: PageKind, page: ListedPage) => publishPage(recordId(page)),
  },
  unpublish: {
    done: 'Unpublished',
    failed: 'Could not unpublish',
    run: (_kind: PageKind, page: ListedPage) => unpublishPage(recordId(page)),
  },
} as const
export type PageAction = keyof typeof pageActions

/** Built-in pages are never offered what needs a record. */
function recordId({ id, url }: ListedPage): string {
  if (id === null) throw new Error(`${url} has no record yet`)
  return id
}

function usePageActions(kind: PageKind) {
  const { toast, onSettled } = useListChange()
  const mutation = useMutation({
    mutationFn: ({ action, page }: { action: PageAction; page: ListedPage }) => pageActions[action].run(kind, page),
    onSuccess: ({ url }, { action }) => toast.success(toastText(pageActions[action].done, url)),
    onError: (error, { action, page }) => toast.error(`${pageActions[action].failed} ${page.url}: ${messageOf(error)}`),
    onSettled,
  })
  return {
    start: (action: PageAction, page: ListedPage) => mutation.mutate({ action, page }),
    /** The action that is under way on a page. */
    busyWith: (page: ListedPage): PageAction | null =>
      mutation.isPending && mutation.variables.page.url === page.url ? mutation.variables.action : null,
  }
}

type UrlRequest = { action: 'clone'; page: ListedPage } | { action: 'rename'; page: PageRow }

/** Clone and URL edit: both ask for a url. */
function useUrlDialog(kind: PageKind, records: readonly PageRow[]) {
  const { client, toast, onSettled } = useListChange()
  const [request, setRequest] = useState<(UrlRequest & { number: number }) | null>(null)
  const [open, setOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: ({ request: { action, page }, url }: { request: UrlRequest; url: string }) =>
      action === 'clone' ? clonePage(client, kind, page, url) : updatePageUrl(page.id, url),
    onSuccess: ({ url }, { request: { action } }) => {
      toast.success(toastText(action === 'clone' ? 'Cloned' : 'URL updated', url))
      setOpen(false)
    },
    onError: (_error, { request: { action } }) => {
      // The reason stands in the dialog, at the field.
      if (action === 'rename') toast.error(toastText('Update failed', 'Could not update URL.'))
    },
    onSettled,
  })
  const submit = (url: string) => {
    if (request === null) return
    // Only another url is saved.
    if (request.action === 'rename' && url === request.page.url) return setOpen(false)
    mutation.mutate({ request, url })
  }
  return {
    /** Each question has a number, so that the dialog begins anew with it. */
    number: request?.number,
    dialog: request && {
      kind,
      ...questionOf(request, records),
      open,
      busy: mutation.isPending,
      error: mutation.error,
      onSubmit: submit,
      onClose: () => setOpen(false),
    },
    ask: (next: UrlRequest) => {
      mutation.reset()
      setRequest({ ...next, number: (request?.number ?? 0) + 1 })
      setOpen(true)
    },
  }
}

function questionOf({ action, page }: UrlRequest, records: readonly PageRow[]) {
  const others = records.map(({ url }) => url)
  if (action === 'clone') {
    const text = 'The copy starts as a draft with the same content. Which URL shall it have?'
    return { title: `Clone ${page.url}`, text, confirm: 'Clone', busyText: 'Cloning…', startUrl: '', others }
  }
  return {
    title: `Edit the URL of ${page.url}`,
    text: page.isPublished
      ? 'Visitors who follow the old URL are led to the new one.'
      : 'This page is a draft, so no visitor knows its old URL.',
    confirm: 'Save',
    busyText: 'Saving…',
    startUrl: page.url,
    others: others.filter((url) => url !== page.url),
  }
}

/** Asks once, naming the page and what becomes of its url. */
function useDeletePage() {
  const { toast, onSettled } = useListChange()
  const [page, setPage] = useState<PageRow | null>(null)
  const [open, setOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: ({ id }: PageRow) => deletePage(id),
    onSuccess: (_deleted, { url }) => {
      toast.success(toastText('Deleted', url))
      setOpen(false)
    },
    onSettled,
  })
  return {
    ask: (asked: PageRow) => {
      mutation.reset()
      setPage(asked)
      setOpen(true)
    },
    dialog: {
      open,
      title: `Delete ${page?.url ?? ''}`,
      text: page === null ? '' : deletionText(page),
      confirm: 'Delete',
      busyText: 'Deleting…',
      busy: mutation.isPending,
      error: mutation.error,
      onConfirm: () => page && mutation.mutate(page),
      onClose: () => setOpen(false),
    },
  }
}

function deletionText({ title, url, isPublished }: PageRow): string {
  const what = `Delete “${title || url}” with all its earlier versions? This cannot be undone.`
  if (isBuiltInUrl(url)) return `${what} Visitors of ${url} see the built-in page again.`
  return isPublished ? `${what} Visitors of ${url} will find nothing there.` : what
}
