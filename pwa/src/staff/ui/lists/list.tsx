import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import {
  Box,
  Button,
  List,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  type TableCellProps,
  TableHead,
  TableRow,
} from '@mui/material'
import { useCallback, useState, type ReactNode } from 'react'
import { headerHeight } from '../page-title.ts'
import { Muted, VisuallyHidden } from '../section.tsx'

/** One column of the table: `sx`, `align` and `padding` are for its head and its cells. */
export type Column<Row> = Pick<TableCellProps, 'sx' | 'align' | 'padding'> & {
  head: ReactNode
  cell: (row: Row) => ReactNode
}

/** For a column that is shown only on large screens. */
export const fromLarge = { display: { xs: 'none', lg: 'table-cell' } } as const
export const noWrap = { whiteSpace: 'nowrap' } as const

type DataListProps<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** A row where there is no room for the table. */
  card: (row: Row) => ReactNode
  /** Pixels of room below which rows are cards. */
  cardsBelow: number
  /** `fixed`: columns are as wide as their `sx` names, whatever the cells hold. */
  layout?: 'auto' | 'fixed'
  isSelected?: (row: Row) => boolean
  /** Pixels between the top of the window and the head of the table, which sticks there. */
  headTop?: number
}

/** Rows as a table, or as cards where there is no room for one. */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const { ref, isNarrow } = useNarrow(props.cardsBelow)
  return <Box ref={ref}>{isNarrow ? <Cards {...props} /> : <DataTable {...props} />}</Box>
}

/**
 * Whether the element that `ref` is given to is narrower than so many pixels. The room for a list depends on the
 * sidebar and the zoom as much as on the window.
 */
function useNarrow(below: number) {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth < below)
  const ref = useCallback(
    (element: HTMLElement) => {
      const measure = () => setNarrow(element.clientWidth < below)
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [below],
  )
  return { ref, isNarrow }
}

function Cards<Row extends { id: string }>({ label, rows, card }: DataListProps<Row>) {
  return (
    <List disablePadding aria-label={label}>
      {rows.map((row) => (
        <Box component="li" key={row.id} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
          {card(row)}
        </Box>
      ))}
    </List>
  )
}

/** The page scrolls and not the table, so the head sticks below what sticks above it. */
function DataTable<Row extends { id: string }>(props: DataListProps<Row>) {
  const { label, rows, columns, layout = 'auto', isSelected = () => false, headTop = headerHeight } = props
  return (
    <Table aria-label={label} sx={{ borderCollapse: 'separate', tableLayout: layout }}>
      <TableHead sx={{ '& th': { position: 'sticky', top: headTop, zIndex: 2 } }}>
        <TableRow>
          {columns.map(({ head, cell: _cell, ...style }, index) => (
            <TableCell key={index} {...style}>
              {head}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id} hover selected={isSelected(row)}>
            {columns.map(({ head: _head, cell, ...style }, index) => (
              <TableCell key={index} {...style}>
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The shape of the rows that are loading. `label`: for screen readers, where no visible text reports the loading. */
export function ListSkeleton({ rows, label }: { rows: number; label?: string | undefined }) {
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      {label !== undefined && <VisuallyHidden role="status">{label}</VisuallyHidden>}
      {Array.from({ length: rows }, (_, row) => (
        <Box key={row} aria-hidden sx={{ display: 'flex', gap: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Box sx={{ flex: 1 }}>
            <Skeleton width="40%" />
            <Skeleton width="60%" />
          </Box>
          <Skeleton variant="rounded" width={72} height={22} />
        </Box>
      ))}
    </Box>
  )
}

/** One page of a list, as the server sends it. */
export type PageOfList = {
  /** Missing while it is counted. */
  totalCount?: number
  /** There are more, nobody knows how many. */
  totalIsCapped?: boolean
  pageInfo: { hasNextPage: boolean; startCursor?: string | null; endCursor?: string | null }
}

/** Where in the list a screen is, and the ways from there. */
export type Places = {
  pageNumber: number
  /** It shows the list from its start. */
  isFirst: boolean
  first: () => void
  next: (page: PageOfList) => void
  previous: (page: PageOfList) => void
}

type PagingProps = { label: string; places: Places; page: PageOfList; perPage: number; busy: boolean }

/** The way to the next and the previous page of a list; nothing when it has only one. */
export function Paging({ label, places, page, perPage, busy }: PagingProps) {
  const { pageNumber } = places
  const { hasNextPage } = page.pageInfo
  if (pageNumber === 1 && !hasNextPage) return null
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        p: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Button startIcon={<ChevronLeftIcon />} disabled={pageNumber === 1 || busy} onClick={() => places.previous(page)}>
        Previous
      </Button>
      <Muted>
        Page {pageNumber}
        {page.totalCount !== undefined && ` of ${Math.max(pageNumber, Math.ceil(page.totalCount / perPage))}`}
        {page.totalIsCapped && '+'}
      </Muted>
      <Button endIcon={<ChevronRightIcon />} disabled={!hasNextPage || busy} onClick={() => places.next(page)}>
        Next
      </Button>
    </Box>
  )
}

/** The cursors of the pages before this one, for a short-lived list: they are not stored in the address. */
export function useCursors(): Places & { after: string | null } {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const turn = (to: readonly string[]) => {
    setCursors(to)
    window.scrollTo(0, 0)
  }
  return {
    after: cursors.at(-1) ?? null,
    pageNumber: cursors.length + 1,
    isFirst: cursors.length === 0,
    next: ({ pageInfo: { endCursor } }) => endCursor && turn([...cursors, endCursor]),
    previous: () => turn(cursors.slice(0, -1)),
    first: () => turn([]),
  }
}

type DownloadButtonProps = { label: string; busy: boolean; onClick: () => void }

/** `label`: what it does, or how far that is. */
export const DownloadButton = ({ label, busy, onClick }: DownloadButtonProps) => (
  <Button
    color="inherit"
    startIcon={<DownloadIcon />}
    loading={busy}
    loadingPosition="start"
    onClick={onClick}
    sx={{ whiteSpace: 'nowrap' }}
  >
    {label}
  </Button>
)

/** The answer is an attachment: the page stays. Its own file name comes before this one. */
export function download(url: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}
