import { pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { rootUrls } from '@kerbside/schema/pages/page-url'
import { Box, Button, Link, Paper, Typography, useMediaQuery, useTheme } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { usePageTitle } from '../../ui/page-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../../ui/notices.tsx'
import { editPath, listPath, pageLabels } from '../page-labels.ts'
import type { PageRow } from '../pages.queries.ts'
import { BuiltInList, PageCards, PageListSkeleton, PageTable } from './page-rows.tsx'
import { UrlDialog } from './url-dialog.tsx'
import { usePageList, type PageListState } from './use-page-list.ts'

/** All pages of one kind, with what can be done to each. */
export function PageListPage({ kind }: { kind: PageKind }) {
  const labels = pageLabels[kind]
  usePageTitle(labels.list)
  const list = usePageList(kind)
  const { pages } = list
  return (
    <>
      <KindLinks current={kind} />
      <StaleNotice query={pages} />
      <Paper variant="outlined" component="section" aria-label={labels.list}>
        <Box sx={{ p: 2, py: 1.25, minHeight: 56, display: 'flex', alignItems: 'center', gap: 2 }}>
          <Typography variant="body2" role="status" sx={{ flexGrow: 1, color: 'text.secondary' }}>
            {pages.data ? countText(pages.data) : ' '}
          </Typography>
          {labels.editRoot !== null && (
            <Button variant="outlined" component={RouterLink} to={editPath(kind, rootUrls[kind])}>
              {labels.editRoot}
            </Button>
          )}
        </Box>
        <Rows list={list} />
      </Paper>
      <BuiltInList list={list} />
      {list.urls.dialog && <UrlDialog key={list.urls.number} {...list.urls.dialog} />}
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

function countText(pages: readonly PageRow[]): string {
  const published = pages.filter(({ isPublished }) => isPublished).length
  return `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}, ${published} published`
}

/** From one kind's list to the others': the sidebar has one entry for all three. */
function KindLinks({ current }: { current: PageKind }) {
  return (
    <Box
      component="nav"
      aria-label="Kinds of pages"
      sx={{ display: 'flex', gap: { xs: 2, sm: 3 }, mb: 2, borderBottom: 1, borderColor: 'divider', overflowX: 'auto' }}
    >
      {pageKinds.map((kind) => (
        <Link
          key={kind}
          component={RouterLink}
          to={listPath(kind)}
          underline="none"
          aria-current={kind === current ? 'page' : undefined}
          sx={{
            py: 1.25,
            flexShrink: 0,
            fontWeight: 600,
            color: 'text.secondary',
            borderBottom: 2,
            borderColor: 'transparent',
            '&:hover': { color: 'text.primary' },
            '&[aria-current]': { color: 'primary.main', borderColor: 'primary.main' },
            '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: -2 },
          }}
        >
          {pageLabels[kind].kind}
        </Link>
      ))}
    </Box>
  )
}
