import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import { Box, Button, Skeleton } from '@mui/material'
import type { ReactNode } from 'react'
import { Muted, VisuallyHidden } from './section.tsx'

/** A list without bullets, for rows that are cards. */
export const CardList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {children}
  </Box>
)

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
  hasNext: boolean
  busy: boolean
  onPrevious: () => void
  onNext: () => void
}

/** The way to the next and the previous page of a list; nothing when it has only one. */
export function Paging({ label, number, pages, hasNext, busy, onPrevious, onNext }: PagingProps) {
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
      </Muted>
      <Button endIcon={<ChevronRightIcon />} disabled={!hasNext || busy} onClick={onNext}>
        Next
      </Button>
    </Box>
  )
}
