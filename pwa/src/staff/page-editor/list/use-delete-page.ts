import { isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '../../ui/toasts.tsx'
import { toastText } from '../page-labels.ts'
import { deletePage, pageKeys, type PageRow } from '../pages.queries.ts'

/** Asks once, naming the page and what becomes of its url. */
export function useDeletePage() {
  const client = useQueryClient()
  const toast = useToast()
  const [page, setPage] = useState<PageRow | null>(null)
  const [open, setOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: (doomed: PageRow) => deletePage(doomed.id),
    onSuccess: (_gone, { url }) => {
      toast.success(toastText('Deleted', url))
      setOpen(false)
    },
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.all }),
  })
  return {
    ask: (doomed: PageRow) => {
      mutation.reset()
      setPage(doomed)
      setOpen(true)
    },
    dialog: {
      open,
      title: `Delete ${page?.url ?? ''}`,
      text: page === null ? '' : wordsOf(page),
      confirm: 'Delete',
      busyText: 'Deleting…',
      busy: mutation.isPending,
      error: mutation.error,
      onConfirm: () => page && mutation.mutate(page),
      onClose: () => setOpen(false),
    },
  }
}

function wordsOf({ title, url, isPublished }: PageRow): string {
  const what = `Delete “${title || url}” with all its earlier versions? This cannot be undone.`
  if (isBuiltInUrl(url)) return `${what} Visitors of ${url} see the built-in page again.`
  return isPublished ? `${what} Visitors of ${url} will find nothing there.` : what
}
