import { Box, Table, TableBody, TableCell, type TableCellProps, TableHead, TableRow } from '@mui/material'
import { useCallback, useState, type ReactNode } from 'react'
import { CardList } from './list.tsx'
import { headerHeight } from './page-title.ts'

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
      <CardList label={label}>
        {rows.map((row) => (
          <Box component="li" key={row.id} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
            {card(row)}
          </Box>
        ))}
      </CardList>
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
