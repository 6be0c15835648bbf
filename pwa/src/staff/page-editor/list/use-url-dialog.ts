import type { PageKind } from '@kerbside/schema/pages/page'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '../../ui/toasts.tsx'
import { toastText } from '../page-labels.ts'
import { pageKeys, updatePageUrl, type PageRow } from '../pages.queries.ts'
import { clonePage } from './copy-page.ts'
import type { ListedPage } from './listed-page.ts'
import type { UrlQuestion } from './url-dialog.tsx'

type Wish = { act: 'clone'; page: ListedPage } | { act: 'rename'; page: PageRow }

/** Clone and URL edit: both ask for a url. */
export function useUrlDialog(kind: PageKind, records: readonly PageRow[]) {
  const client = useQueryClient()
  const toast = useToast()
  const [wish, setWish] = useState<(Wish & { number: number }) | null>(null)
  const [open, setOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: ({ wish: { act, page }, url }: { wish: Wish; url: string }) =>
      act === 'clone' ? clonePage(client, kind, page, url) : updatePageUrl(page.id, url),
    onSuccess: ({ url }, { wish: { act } }) => {
      toast.success(toastText(act === 'clone' ? 'Cloned' : 'URL updated', url))
      setOpen(false)
    },
    onError: (_error, { wish: { act } }) => {
      // Why stands in the dialog, at the field.
      if (act === 'rename') toast.error(toastText('Update failed', 'Could not update URL.'))
    },
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.all }),
  })

  return {
    open,
    busy: mutation.isPending,
    error: mutation.error,
    question: wish && { key: wish.number, ...questionOf(wish, records) },
    ask: (next: Wish) => {
      mutation.reset()
      setWish({ ...next, number: (wish?.number ?? 0) + 1 })
      setOpen(true)
    },
    close: () => setOpen(false),
    submit: (url: string) => {
      if (wish === null) return
      // docs/specification.md, 10.4: saved only if different.
      if (wish.act === 'rename' && url === wish.page.url) return setOpen(false)
      mutation.mutate({ wish, url })
    },
  }
}

export type UrlDialogState = ReturnType<typeof useUrlDialog>

function questionOf({ act, page }: Wish, records: readonly PageRow[]): UrlQuestion {
  const others = records.map(({ url }) => url)
  if (act === 'clone') {
    const text = 'The copy starts as a draft with the same content. Which URL shall it have?'
    return { title: `Clone ${page.url}`, text, confirm: 'Clone', busyText: 'Cloning…', url: '', others }
  }
  return {
    title: `Edit the URL of ${page.url}`,
    text: page.isPublished
      ? 'Visitors who follow the old URL are led to the new one.'
      : 'This page is a draft, so no visitor knows its old URL.',
    confirm: 'Save',
    busyText: 'Saving…',
    url: page.url,
    others: others.filter((url) => url !== page.url),
  }
}
