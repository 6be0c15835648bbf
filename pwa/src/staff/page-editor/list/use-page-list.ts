import type { PageKind } from '@kerbside/schema/pages/page'
import { useQuery } from '@tanstack/react-query'
import { pageList } from '../pages.queries.ts'
import { builtInPages } from './listed-page.ts'
import { useDeletePage } from './use-delete-page.ts'
import { usePageActions } from './use-page-actions.ts'
import { useUrlDialog } from './use-url-dialog.ts'

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
