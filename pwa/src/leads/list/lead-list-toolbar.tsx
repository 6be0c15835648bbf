import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { ChoiceField } from '../../staff/ui/choice-field.tsx'
import { SearchField } from '../../staff/ui/search-field.tsx'
import { statusChoices, statusWords } from '../lead-words.ts'
import type { useLeadListState } from './use-lead-list-state.ts'
import type { Selection } from './use-selection.ts'

export type ListState = ReturnType<typeof useLeadListState>

type LeadListToolbarProps = {
  list: ListState
  total: number | null
  selection: Selection | null
  onDeleteSelected: () => void
}

export function LeadListToolbar({ list, total, selection, onDeleteSelected }: LeadListToolbarProps) {
  const { state, filter, clear, isFiltered } = list
  const count = selection?.selected.length ?? 0
  return (
    <Box sx={{ p: 2, pb: 1.25 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
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
        {selection !== null && (
          <Button
            color="error"
            variant="outlined"
            startIcon={<DeleteIcon />}
            disabled={count === 0}
            onClick={onDeleteSelected}
            sx={{ ml: { sm: 'auto !important' }, flexShrink: 0 }}
          >
            Delete Selected{count > 0 && ` (${count})`}
          </Button>
        )}
      </Stack>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1, mt: 1.25, minHeight: 32 }}>
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
          {total === null ? ' ' : summaryOf(total, list)}
        </Typography>
        {isFiltered && (
          <Button size="small" onClick={clear}>
            Clear filters
          </Button>
        )}
      </Stack>
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
