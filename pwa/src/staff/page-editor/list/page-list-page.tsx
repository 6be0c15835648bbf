import type { PageKind } from '@kerbside/schema/pages/page'
import { rootUrls } from '@kerbside/schema/pages/page-url'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTheme } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router-dom'
import { usePageTitle } from '../../ui/page-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../../ui/notices.tsx'
import { KindLinks } from '../kind-links.tsx'
import { editPath, pageLabels } from '../page-labels.ts'
import type { PageRow } from '../pages.queries.ts'
import { BuiltInList } from './built-in-list.tsx'
import { PageListSkeleton } from './page-list-skeleton.tsx'
import { PageCards, PageTable } from './page-rows.tsx'
import { UrlDialog } from './url-dialog.tsx'
import { usePageList, type PageListState } from './use-page-list.ts'

/** All pages of one kind, with what can be done to each. */
export function PageListPage({ kind }: { kind: PageKind }) {
  const words = pageLabels[kind]
  usePageTitle(words.list)
  const list = usePageList(kind)
  const { pages } = list
  return (
    <>
      <KindLinks current={kind} />
      <StaleNotice query={pages} />
      <Paper variant="outlined" component="section" aria-label={words.list}>
        <Box sx={{ p: 2, py: 1.25, minHeight: 56, display: 'flex', alignItems: 'center', gap: 2 }}>
          <Typography variant="body2" role="status" sx={{ flexGrow: 1, color: 'text.secondary' }}>
            {pages.data ? countWords(pages.data) : ' '}
          </Typography>
          {words.editRoot !== null && (
            <Button variant="outlined" component={RouterLink} to={editPath(kind, rootUrls[kind])}>
              {words.editRoot}
            </Button>
          )}
        </Box>
        <Rows list={list} />
      </Paper>
      <BuiltInList list={list} />
      {list.urls.question && (
        <UrlDialog
          key={list.urls.question.key}
          kind={kind}
          question={list.urls.question}
          open={list.urls.open}
          busy={list.urls.busy}
          error={list.urls.error}
          onSubmit={list.urls.submit}
          onClose={list.urls.close}
        />
      )}
      <ConfirmDialog {...list.deletion.dialog} />
    </>
  )
}

function Rows({ list }: { list: PageListState }) {
  const { pages } = list
  const narrow = useMediaQuery(useTheme().breakpoints.down('lg'), { noSsr: true })
  const Layout = narrow ? PageCards : PageTable
  if (pages.isPending) return <PageListSkeleton />
  if (!pages.data) {
    return (
      <Box sx={{ p: 2, pt: 0 }}>
        <LoadFailure query={pages} />
      </Box>
    )
  }
  if (pages.data.length === 0) {
    return <EmptyState title="No pages yet. Use Duplicate to create one." />
  }
  return <Layout rows={pages.data} list={list} />
}

function countWords(pages: readonly PageRow[]): string {
  const published = pages.filter(({ isPublished }) => isPublished).length
  return `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}, ${published} published`
}
