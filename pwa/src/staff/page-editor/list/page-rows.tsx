import { pageEditorPath } from '@kerbside/schema/pages/page-url'
import EditIcon from '@mui/icons-material/EditOutlined'
import { Box, Button, IconButton, Link, List, Stack, Tooltip, Typography, type ButtonProps } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { type Column, DataList, noWrap } from '../../ui/lists/list.tsx'
import { Muted, Section } from '../../ui/section.tsx'
import { linkForFingers } from '../../ui/theme.ts'
import { formatAgo, formatDate } from '../../ui/times.ts'
import { hasUnpublishedChanges, PageStatus } from '../page-status.tsx'
import type { PageRow } from '../pages.queries.ts'
import type { ListedPage } from './listed-page.ts'
import type { PageAction, PageListState } from './use-page-list.ts'

type RowProps = { page: PageRow; list: PageListState }

const columnsOf = (list: PageListState): Column<PageRow>[] => [
  { head: 'Status', sx: { width: 112 }, cell: (page) => <PageStatus page={page} url={page.url} /> },
  { head: 'Title', cell: (page) => <PageTitle page={page} /> },
  { head: 'URL', sx: { width: '20%' }, cell: (page) => <PageUrl page={page} list={list} /> },
  { head: 'Created', sx: { width: 116, ...noWrap }, cell: ({ createdAt }) => formatDate(createdAt) },
  { head: 'Actions', align: 'right', sx: { width: 320 }, cell: (page) => <RowActions page={page} list={list} /> },
]

const cardOf = (list: PageListState) => (page: PageRow) => (
  <>
    <PageStatus page={page} url={page.url} />
    <Box sx={{ mt: 0.75 }}>
      <PageTitle page={page} />
    </Box>
    <PageUrl page={page} list={list} />
    <Muted sx={{ mb: 0.5 }}>Created {formatDate(page.createdAt)}</Muted>
    <RowActions page={page} list={list} />
  </>
)

export const PageList = ({ rows, list }: { rows: readonly PageRow[]; list: PageListState }) => (
  <DataList label="Pages" rows={rows} columns={columnsOf(list)} layout="fixed" card={cardOf(list)} cardsBelow={890} />
)

function PageTitle({ page }: { page: PageRow }) {
  const who = page.savedBy === null ? '' : ` by ${page.savedBy.name}`
  return (
    <>
      <Typography title={page.title} sx={{ fontWeight: 600, ...threeLines }}>
        {page.title || 'Untitled'}
      </Typography>
      <Muted>
        Changed {formatAgo(page.updatedAt)}
        {who}
      </Muted>
    </>
  )
}

const threeLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
} as const

/** Visitors do not see a draft, so its url is no link. */
function PageUrl({ page, list }: RowProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: { xs: 'center', md: 'flex-start' }, gap: 0.5 }}>
      {page.isPublished ? (
        <Link href={page.url} target="_blank" rel="noopener" underline="hover" sx={linkForFingers}>
          {page.url}
        </Link>
      ) : (
        <Typography component="span" sx={linkForFingers}>
          {page.url}
        </Typography>
      )}
      <Tooltip title="Edit URL">
        <IconButton
          size="small"
          aria-label={`Edit URL ${page.url}`}
          sx={{ my: -0.5 }}
          onClick={() => list.ask({ action: 'rename', page })}
        >
          <EditIcon sx={{ fontSize: 16 }} />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

/** Pages that visitors see although nobody has made them. */
export function BuiltInList({ list }: { list: PageListState }) {
  if (list.builtIn.length === 0) return null
  return (
    <Box sx={{ mt: 2 }}>
      <Section title="Built-in pages">
        <Muted sx={{ mb: 1.5 }}>
          Visitors see these until a page of the same URL is published. Edit one to make it your own.
        </Muted>
        <List disablePadding aria-label="Built-in pages">
          {list.builtIn.map((page) => (
            <Box
              component="li"
              key={page.url}
              sx={{
                py: 1.25,
                borderTop: 1,
                borderColor: 'divider',
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 2,
                rowGap: 0.5,
              }}
            >
              <PageStatus page={null} url={page.url} />
              <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600 }}>{page.title}</Typography>
                <Muted>{page.url}</Muted>
              </Box>
              <RowActions page={page} list={list} />
            </Box>
          ))}
        </List>
      </Section>
    </Box>
  )
}

type RowActionsProps = { page: ListedPage; list: PageListState }

/** What can be done to a page of the list. A built-in page can be copied, and editing it makes a record of it. */
function RowActions({ page, list }: RowActionsProps) {
  const { ask } = list
  const { url } = page
  const record = page.id === null ? null : page
  const startButton = (label: string, change: PageAction) => (
    <RowButton
      {...{ label, url }}
      color={change.action === 'publish' ? 'primary' : 'inherit'}
      loading={list.busyWith(page) === change.action}
      onClick={() => list.start(change)}
    />
  )
  return (
    <Stack direction="row" sx={actionsRow}>
      <Button size="small" component={RouterLink} to={pageEditorPath(list.kind, url)} aria-label={`Edit ${url}`}>
        Edit
      </Button>
      {record &&
        (!record.isPublished || hasUnpublishedChanges(record)) &&
        startButton('Publish', { action: 'publish', page: record })}
      {record?.isPublished && startButton('Unpublish', { action: 'unpublish', page: record })}
      {startButton('Duplicate', { action: 'duplicate', page })}
      <RowButton label="Clone" url={url} onClick={() => ask({ action: 'clone', page })} />
      {record && (
        <RowButton label="Delete" url={url} color="error" onClick={() => ask({ action: 'delete', page: record })} />
      )}
    </Stack>
  )
}

const actionsRow = {
  flexWrap: 'wrap',
  mx: -1,
  'td &': { justifyContent: 'flex-end', my: -0.5 },
  '& .MuiButton-root': { minWidth: { xs: 44, md: 0 }, px: 1 },
} as const

function RowButton({ label, url, ...button }: ButtonProps & { label: string; url: string }) {
  return (
    <Button size="small" color="inherit" aria-label={`${label} ${url}`} {...button}>
      {label}
    </Button>
  )
}
