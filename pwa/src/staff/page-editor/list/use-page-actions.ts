import type { PageKind } from '@kerbside/schema/pages/page'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { useToast } from '../../ui/toasts.tsx'
import { toastText } from '../page-labels.ts'
import { duplicatePage, pageKeys, publishPage, unpublishPage } from '../pages.queries.ts'
import { duplicateBuiltIn } from './copy-page.ts'
import type { ListedPage } from './listed-page.ts'

/** The acts that need no question. `done` is a fixed text (docs/specification.md, 10.1). */
const acts = {
  duplicate: {
    done: 'Duplicated',
    failed: 'Could not duplicate',
    run: (kind: PageKind, { id, url }: ListedPage) => (id === null ? duplicateBuiltIn(kind, url) : duplicatePage(id)),
  },
  publish: {
    done: 'Published',
    failed: 'Could not publish',
    run: (_kind: PageKind, page: ListedPage) => publishPage(idOf(page)),
  },
  unpublish: {
    done: 'Unpublished',
    failed: 'Could not unpublish',
    run: (_kind: PageKind, page: ListedPage) => unpublishPage(idOf(page)),
  },
} as const
export type PageAct = keyof typeof acts

/** Built-in pages are never offered what needs a record. */
function idOf({ id, url }: ListedPage): string {
  if (id === null) throw new Error(`${url} has no record yet`)
  return id
}

export function usePageActions(kind: PageKind) {
  const client = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: ({ act, page }: { act: PageAct; page: ListedPage }) => acts[act].run(kind, page),
    onSuccess: ({ url }, { act }) => toast.success(toastText(acts[act].done, url)),
    onError: (error, { act, page }) => toast.error(`${acts[act].failed} ${page.url}: ${messageOf(error)}`),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.all }),
  })
  return {
    start: (act: PageAct, page: ListedPage) => mutation.mutate({ act, page }),
    /** The act that is under way on a page. */
    busyWith: (page: ListedPage): PageAct | null =>
      mutation.isPending && mutation.variables.page.url === page.url ? mutation.variables.act : null,
  }
}
