import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { headerHeight } from '../../ui/page-title.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { HeldBadge } from '../held/held-badge.tsx'
import { statusChoices, statusWords } from '../lead-labels.ts'
import type { useLeadListState } from './use-lead-list-state.ts'
import type { Selection } from './use-selection.ts'

export type ListState = ReturnType<typeof useLeadListState>

export function LeadListFilters({ list: { state, filter }, mayDecide }: { list: ListState; mayDecide: boolean }) {
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
        choices={statusChoices}
        onChoose={(status) => filter({ status })}
      />
      {mayDecide && <HeldBadge />}
    </Box>
  )
}

export const listBarHeight = 52

type LeadListBarProps = {
  list: ListState
  /** Null until it is known. */
  total: number | null
  failed: boolean
  /** Null for those who may not delete. */
  selection: Selection | null
  onDeleteSelected: () => void
}

/** What is shown and what is selected; sticks, so that Delete Selected is at hand wherever the last tick was. */
export function LeadListBar({ list, total, failed, selection, onDeleteSelected }: LeadListBarProps) {
  const count = selection?.selected.length ?? 0
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
      <Typography
        variant="body2"
        role="status"
        sx={{ color: 'text.secondary', width: { xs: list.isFiltered ? '100%' : 'auto', md: 'auto' } }}
      >
        {total === null ? !failed && 'Loading leads…' : summaryOf(total, list)}
      </Typography>
      {list.isFiltered && (
        <Button size="small" onClick={list.clear} sx={{ flexShrink: 0, ml: { xs: -0.75, md: 0 } }}>
          Clear filters
        </Button>
      )}
      {selection !== null && (
        <Button
          size="small"
          color="error"
          variant="outlined"
          startIcon={<DeleteIcon />}
          disabled={count === 0}
          onClick={onDeleteSelected}
          sx={{ ml: 'auto', flexShrink: 0 }}
        >
          Delete Selected{count > 0 && ` (${count})`}
        </Button>
      )}
    </Box>
  )
}

function summaryOf(total: number, { state }: ListState): string {
  const leads = `${total.toLocaleString('en-GB')} ${total === 1 ? 'lead' : 'leads'}`
  const conditions = [
    state.search && `matching “${state.search}”`,
    state.status && `with status ${statusWords[state.status].label}`,
  ].filter(Boolean)
  return conditions.length > 0 ? `${leads} ${conditions.join(' ')}` : `${leads}, newest first`
}
