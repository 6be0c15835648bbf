import EditIcon from '@mui/icons-material/EditOutlined'
import {
  Box,
  IconButton,
  Link,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tooltip,
  Typography,
} from '@mui/material'
import { headerHeight } from '../../ui/page-title.ts'
import { Section, VisuallyHidden } from '../../ui/section.tsx'
import { formatAgo, formatDate } from '../../ui/times.ts'
import { PageStatus } from '../page-status.tsx'
import type { PageRow } from '../pages.queries.ts'
import { RowActions } from './row-actions.tsx'
import type { PageListState } from './use-page-list.ts'

type PageRowsProps = { rows: readonly PageRow[]; list: PageListState }

export function PageTable({ rows, list }: PageRowsProps) {
  return (
    <Table aria-label="Pages" sx={{ tableLayout: 'fixed' }}>
      <TableHead sx={{ '& th': { position: 'sticky', top: headerHeight, zIndex: 2 } }}>
        <TableRow>
          <TableCell sx={{ width: 112 }}>Status</TableCell>
          <TableCell>Title</TableCell>
          <TableCell sx={{ width: '20%' }}>URL</TableCell>
          <TableCell sx={{ width: 116 }}>Created</TableCell>
          <TableCell align="right" sx={{ width: 320 }}>
            Actions
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((page) => (
          <TableRow key={page.id} hover>
            <TableCell>
              <PageStatus page={page} url={page.url} />
            </TableCell>
            <TableCell>
              <PageTitle page={page} />
            </TableCell>
            <TableCell>
              <PageUrl page={page} list={list} />
            </TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDate(page.createdAt)}</TableCell>
            <TableCell align="right">
              <RowActions page={page} list={list} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The list on a phone. */
export function PageCards({ rows, list }: PageRowsProps) {
  return (
    <Box component="ul" aria-label="Pages" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.map((page) => (
        <Box component="li" key={page.id} sx={{ px: 2, pt: 2, pb: 1, borderTop: 1, borderColor: 'divider' }}>
          <PageStatus page={page} url={page.url} />
          <Box sx={{ mt: 0.75 }}>
            <PageTitle page={page} />
          </Box>
          <PageUrl page={page} list={list} />
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
            Created {formatDate(page.createdAt)}
          </Typography>
          <RowActions page={page} list={list} />
        </Box>
      ))}
    </Box>
  )
}

function PageTitle({ page }: { page: PageRow }) {
  const who = page.savedBy === null ? '' : ` by ${page.savedBy.name}`
  return (
    <>
      <Typography title={page.title} sx={{ fontWeight: 600, ...threeLines }}>
        {page.title || 'Untitled'}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Changed {formatAgo(page.updatedAt)}
        {who}
      </Typography>
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
function PageUrl({ page, list }: { page: PageRow; list: PageListState }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      {page.isPublished ? (
        <Link href={page.url} target="_blank" rel="noopener" underline="hover">
          {page.url}
        </Link>
      ) : (
        <Typography component="span">{page.url}</Typography>
      )}
      <Tooltip title="Edit URL">
        <IconButton
          size="small"
          aria-label={`Edit URL ${page.url}`}
          sx={{ my: -0.5 }}
          onClick={() => list.urls.ask({ action: 'rename', page })}
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
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
          Visitors see these until a page of the same URL is published. Edit one to make it your own.
        </Typography>
        <Box component="ul" aria-label="Built-in pages" sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {page.url}
                </Typography>
              </Box>
              <RowActions page={page} list={list} />
            </Box>
          ))}
        </Box>
      </Section>
    </Box>
  )
}

export function PageListSkeleton() {
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <VisuallyHidden role="status">Loading pages…</VisuallyHidden>
      {Array.from({ length: 4 }, (_, row) => (
        <Box key={row} aria-hidden sx={{ display: 'flex', gap: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Skeleton variant="rounded" width={72} height={22} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width="55%" />
            <Skeleton width="35%" />
          </Box>
        </Box>
      ))}
    </Box>
  )
}
