import { pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { rootUrls } from '@kerbside/schema/pages/page-url'
import { Box, Button, Link, Paper } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { usePageTitle } from '../../ui/page-title.ts'
import { ListSkeleton } from '../../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../../ui/notices.tsx'
import { Muted } from '../../ui/section.tsx'
import { editPath, listPath, pageLabels } from '../page-labels.ts'
import type { PageRow } from '../pages.queries.ts'
import { PageDialog } from './page-dialogs.tsx'
import { BuiltInList, PageList } from './page-rows.tsx'
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
          <Muted role="status" sx={{ flexGrow: 1 }}>
            {pages.data ? countText(pages.data) : ' '}
          </Muted>
          {labels.editRoot !== null && (
            <Button variant="outlined" component={RouterLink} to={editPath(kind, rootUrls[kind])}>
              {labels.editRoot}
            </Button>
          )}
        </Box>
        <Rows list={list} />
      </Paper>
      <BuiltInList list={list} />
      <PageDialog list={list} />
    </>
  )
}

function Rows({ list }: { list: PageListState }) {
  const { pages } = list
  if (pages.isPending) return <ListSkeleton rows={4} label="Loading pages…" />
  if (!pages.data) return <LoadFailure query={pages} sx={{ m: 2, mt: 0 }} />
  if (pages.data.length === 0) return <EmptyState title="No pages yet. Use Duplicate to create one." />
  return <PageList rows={pages.data} list={list} />
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
            minWidth: 44,
            textAlign: 'center',
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
