import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { leadsPerPage, type LeadPage } from '../leads.queries.ts'
import type { ListState } from './lead-list-toolbar.tsx'

export function LeadListPaging({ list, page, busy }: { list: ListState; page: LeadPage; busy: boolean }) {
  const pages = Math.max(list.pageNumber, Math.ceil(page.totalCount / leadsPerPage))
  const hasPrevious = list.pageNumber > 1
  if (!hasPrevious && !page.pageInfo.hasNextPage) return null
  return (
    <Box
      component="nav"
      aria-label="Pages of leads"
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
      <Button startIcon={<ChevronLeftIcon />} disabled={!hasPrevious || busy} onClick={() => list.previous(page)}>
        Previous
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Page {list.pageNumber} of {pages}
      </Typography>
      <Button
        endIcon={<ChevronRightIcon />}
        disabled={!page.pageInfo.hasNextPage || busy}
        onClick={() => list.next(page)}
      >
        Next
      </Button>
    </Box>
  )
}
