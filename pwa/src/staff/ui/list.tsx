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
import { headerHeight } from './page-title.ts'
import { Muted, VisuallyHidden } from './section.tsx'

/** One column of the table: `sx`, `align` and `padding` are for its head and its cells. */
export type Column<Row> = Pick<TableCellProps, 'sx' | 'align' | 'padding'> & {
  head: ReactNode
  cell: (row: Row) => ReactNode
}

/** For a column that is shown only on large screens. */
export const fromLarge = { display: { xs: 'none', lg: 'table-cell' } } as const
export const oneLine = { whiteSpace: 'nowrap' } as const

type DataListProps<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** A row where there is no room for the table. */
  card: (row: Row) => ReactNode
  /** Pixels of room below which rows are cards. */
  cardsBelow: number
  aboveCards?: ReactNode
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

function Cards<Row extends { id: string }>({ label, rows, card, aboveCards }: DataListProps<Row>) {
  return (
    <>
      {aboveCards}
      <List disablePadding aria-label={label}>
        {rows.map((row) => (
          <Box component="li" key={row.id} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
            {card(row)}
          </Box>
        ))}
      </List>
    </>
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
export function ListSkeleton({ rows, label }: { rows: number; label?: string }) {
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

type PagingProps = {
  label: string
  number: number
  pages: number
  /** There are more than `pages`, nobody knows how many. */
  hasMorePages?: boolean
  hasNext: boolean
  busy: boolean
  onPrevious: () => void
  onNext: () => void
}

/** The way to the next and the previous page of a list; nothing when it has only one. */
export function Paging({ label, number, pages, hasMorePages, hasNext, busy, onPrevious, onNext }: PagingProps) {
  if (number === 1 && !hasNext) return null
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
      <Button startIcon={<ChevronLeftIcon />} disabled={number === 1 || busy} onClick={onPrevious}>
        Previous
      </Button>
      <Muted>
        Page {number} of {Math.max(number, pages)}
        {hasMorePages && '+'}
      </Muted>
      <Button endIcon={<ChevronRightIcon />} disabled={!hasNext || busy} onClick={onNext}>
        Next
      </Button>
    </Box>
  )
}

export type Cursors = ReturnType<typeof useCursors>

/** The cursors of the pages before this one, for a short-lived list: they are not stored in the address. */
export function useCursors() {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const turn = (to: readonly string[]) => {
    setCursors(to)
    window.scrollTo(0, 0)
  }
  return {
    after: cursors.at(-1) ?? null,
    number: cursors.length + 1,
    next: (cursor: string | null) => cursor !== null && turn([...cursors, cursor]),
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
