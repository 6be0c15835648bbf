import { Box, Typography, type SxProps, type Theme } from '@mui/material'
import type { ReactNode } from 'react'
import { Muted } from '../../ui/section.tsx'

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
export const dayLabel = (day: string) => dayFormat.format(new Date(day))

export type Height = number | { xs: number; lg: number }
type ColumnsProps = { labels: readonly string[]; top: string; height?: Height; columns: readonly ReactNode[] }

/** The bars above their axis; a table says the same for keyboards and screen readers. */
export function Columns({ labels, top, height = 160, columns }: ColumnsProps) {
  const marked = [0, Math.floor(labels.length / 2), labels.length - 1]
  return (
    <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1 }}>
      <Box sx={{ display: 'flex', flexDirection: 'column', justifyContent: 'space-between', textAlign: 'right' }}>
        <Muted variant="caption">{top}</Muted>
        <Muted variant="caption">0</Muted>
      </Box>
      <Box sx={{ display: 'flex', height, borderBottom: 1, borderColor: 'divider' }}>{columns}</Box>
      <Box sx={{ gridColumn: 2, display: 'flex', justifyContent: 'space-between', mt: 0.5 }}>
        {[...new Set(marked)].map((index) => (
          <Muted key={index} variant="caption">
            {dayLabel(labels[index] ?? '')}
          </Muted>
        ))}
      </Box>
    </Box>
  )
}

type ChartTableProps = {
  title: string
  heads: readonly string[]
  rows: readonly { name: string; cells: readonly ReactNode[] }[]
}

const tableLook: SxProps<Theme> = {
  mt: 1,
  width: '100%',
  maxWidth: 560,
  '& th': { textAlign: 'left', fontWeight: 400, pr: 1 },
  '& thead th:not(:first-of-type), & td': { textAlign: 'right' },
}

export const ChartTable = ({ title, heads, rows }: ChartTableProps) => (
  <Box component="details" className="no-print" sx={{ mt: 1 }}>
    <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
      {title} as a table
    </Typography>
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={title}>
      <Box component="table" aria-label={title} sx={tableLook}>
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  </Box>
)
