import { pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { pageEditorPath, pageListPath, rootUrls } from '@kerbside/schema/pages/page-url'
import { Box, Button, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { usePageTitle } from '../../ui/page-title.ts'
import { ListFrame } from '../../ui/lists/list-frame.tsx'
import { EmptyState } from '../../ui/notices.tsx'
import { Muted } from '../../ui/section.tsx'
import { pageLabels } from '../page-labels.ts'
import type { PageRow } from '../pages.queries.ts'
import { usePageDialogs } from './page-dialogs.tsx'
import { BuiltInList, PageList } from './page-rows.tsx'
import { usePageList } from './use-page-list.ts'

/** All pages of one kind, with what can be done to each. */
export function PageListPage({ kind }: { kind: PageKind }) {
  const labels = pageLabels[kind]
  usePageTitle(labels.list)
  const pageList = usePageList(kind)
  const { ask, dialogs } = usePageDialogs(pageList)
  const list = { ...pageList, ask }
  const { pages } = list
  return (
    <>
      <KindLinks current={kind} />
      <ListFrame
        label={labels.list}
        query={pages}
        skeletonRows={4}
        loading="Loading pages…"
        rows={pages.data}
        head={
          <Box sx={{ p: 2, py: 1.25, minHeight: 56, display: 'flex', alignItems: 'center', gap: 2 }}>
            <Muted role="status" sx={{ flexGrow: 1 }}>
              {pages.data ? countText(pages.data) : ' '}
            </Muted>
            {labels.editRoot !== null && (
              <Button variant="outlined" component={RouterLink} to={pageEditorPath(kind, rootUrls[kind])}>
                {labels.editRoot}
              </Button>
            )}
          </Box>
        }
        empty={<EmptyState title="No pages yet. Use Duplicate to create one." />}
      >
        {(rows) => <PageList rows={rows} list={list} />}
      </ListFrame>
      <BuiltInList list={list} />
      {dialogs}
    </>
  )
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
          to={pageListPath(kind)}
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
