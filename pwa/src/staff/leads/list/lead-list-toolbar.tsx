import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import ReportIcon from '@mui/icons-material/ReportGmailerrorredOutlined'
import { Box, Button } from '@mui/material'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useCan } from '../../../api/session.ts'
import { headerHeight } from '../../ui/page-title.ts'
import { ChoiceField, SearchField } from '../../ui/filter-fields.tsx'
import { Muted } from '../../ui/section.tsx'
import { toneStyle } from '../../ui/tone-chip.tsx'
import { heldQuoteCount } from '../held/held.queries.ts'
import { statusLabels } from '../lead-labels.ts'
import type { LeadPage } from '../leads.queries.ts'
import type { useLeadListState } from './use-lead-list-state.ts'

export type ListState = ReturnType<typeof useLeadListState>

export function LeadListFilters({ list: { state, filter } }: { list: ListState }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, p: 2, pb: 1 }}>
      <SearchField
        label="Search name, email or mobile"
        value={state.search}
        onSearch={(search) => filter({ search })}
      />
      <ChoiceField
        label="Status"
        all="All statuses"
        value={state.status}
        labels={statusLabels}
        onChoose={(status) => filter({ status })}
      />
      {useCan('held-quote:decide') && <HeldBadge />}
    </Box>
  )
}

/** How many quotes wait for a decision, and the link to them. */
function HeldBadge() {
  const { data: count = 0 } = useQuery(heldQuoteCount())
  return (
    <Button
      component={Link}
      to="/admin/held"
      startIcon={<ReportIcon />}
      aria-label={count === 0 ? 'Held quotes' : `Held quotes: ${count}`}
      sx={{ ml: { md: 'auto' }, flexShrink: 0 }}
    >
      Held quotes
      {count > 0 && (
        <Box component="span" sx={[toneStyle('amber'), { ml: 1, px: 0.875, borderRadius: 99, fontWeight: 700 }]}>
          {count.toLocaleString('en-GB')}
        </Box>
      )}
    </Button>
  )
}

export const listBarHeight = 52

type LeadListBarProps = {
  list: ListState
  leads: UseQueryResult<LeadPage>
  /** How many leads are selected; null for those who may not delete. */
  selectedCount: number | null
  onDeleteSelected: () => void
}

/** The number of leads, the filter and the selection; the bar sticks, so that Delete Selected stays in reach while leads are selected. */
export function LeadListBar({ list, leads, selectedCount, onDeleteSelected }: LeadListBarProps) {
  return (
    <Box
      sx={{
        position: 'sticky',
        top: headerHeight,
        zIndex: 3,
        display: 'flex',
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        alignItems: 'center',
        columnGap: 1,
        minHeight: listBarHeight,
        px: 2,
        py: { xs: 1, md: 0 },
        bgcolor: 'background.paper',
      }}
    >
      <Muted role="status" sx={{ width: { xs: list.isFiltered ? '100%' : 'auto', md: 'auto' } }}>
        {leads.data && !leads.isPlaceholderData
          ? summaryOf(leads.data, list)
          : !leads.isLoadingError && 'Loading leads…'}
      </Muted>
      {list.isFiltered && (
        <Button size="small" onClick={list.clear} sx={{ flexShrink: 0, ml: { xs: -0.75, md: 0 } }}>
          Clear filters
        </Button>
      )}
      {selectedCount !== null && (
        <Button
          size="small"
          color="error"
          variant="outlined"
          startIcon={<DeleteIcon />}
          disabled={selectedCount === 0}
          onClick={onDeleteSelected}
          sx={{ ml: 'auto', flexShrink: 0 }}
        >
          Delete Selected{selectedCount > 0 && ` (${selectedCount})`}
        </Button>
      )}
    </Box>
  )
}

function summaryOf({ totalCount, totalIsCapped }: LeadPage, { state }: ListState): string {
  const total = `${totalCount.toLocaleString('en-GB')}${totalIsCapped ? '+' : ''}`
  const leads = `${total} ${totalCount === 1 ? 'lead' : 'leads'}`
  const conditions = [
    state.search && `matching “${state.search}”`,
    state.status && `with status ${statusLabels[state.status].label}`,
  ].filter(Boolean)
  return conditions.length > 0 ? `${leads} ${conditions.join(' ')}` : `${leads}, newest first`
}
