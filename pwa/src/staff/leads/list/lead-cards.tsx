import { Box, Checkbox, FormControlLabel, Stack } from '@mui/material'
import { CardList } from '../../ui/list.tsx'
import { LeadJob, PriorityChip, PromiseChip, StatusChip, SubmittedAt } from '../lead-parts.tsx'
import type { LeadRow } from '../leads.queries.ts'
import { LeadActions, LeadContact, LeadReference, SelectLead, type LeadRowsProps } from './lead-row-parts.tsx'

/** The list on a narrow screen: one card for each lead. */
export function LeadCards({ rows, ...props }: LeadRowsProps) {
  const { selection } = props
  return (
    <>
      {selection !== null && (
        <FormControlLabel
          sx={{ px: 2 }}
          label="Select all on this page"
          control={
            <Checkbox
              size="small"
              checked={selection.all}
              indeterminate={selection.some}
              onChange={selection.toggleAll}
            />
          }
        />
      )}
      <CardList label="Leads">
        {rows.map((lead) => (
          <LeadCard key={lead.id} lead={lead} {...props} />
        ))}
      </CardList>
    </>
  )
}

function LeadCard({ lead, path, selection, onDelete }: Omit<LeadRowsProps, 'rows'> & { lead: LeadRow }) {
  return (
    <Box component="li" sx={{ p: 2, pb: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        {selection !== null && (
          <Box sx={{ ml: -1, mt: -1 }}>
            <SelectLead lead={lead} selection={selection} />
          </Box>
        )}
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <LeadContact lead={lead} />
        </Box>
        <Box sx={{ textAlign: 'right' }}>
          <LeadReference lead={lead} path={path} />
        </Box>
      </Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, my: 1 }}>
        <StatusChip status={lead.status} />
        <PriorityChip lead={lead} />
        <PromiseChip lead={lead} />
      </Stack>
      <LeadJob lead={lead} />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mt: 0.5 }}>
        <SubmittedAt at={lead.createdAt} />
        <LeadActions lead={lead} path={path} onDelete={onDelete} />
      </Box>
    </Box>
  )
}
