import { Checkbox, Stack, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { headerHeight } from '../../ui/page-title.ts'
import { LeadJob, PriorityChip, PromiseChip, StatusChip, SubmittedAt } from '../lead-parts.tsx'
import type { LeadRow } from '../leads.queries.ts'
import { listBarHeight } from './lead-list-toolbar.tsx'
import {
  LeadActions,
  LeadContact,
  LeadReference,
  SelectLead,
  type LeadRowsProps,
  type Selection,
} from './lead-row-parts.tsx'

/** The page scrolls and not the table, so the head sticks below the header. */
const stickyHead = { '& th': { position: 'sticky', top: headerHeight + listBarHeight, zIndex: 2 } } as const
const fromLarge = { display: { xs: 'none', lg: 'table-cell' } } as const

export function LeadTable({ rows, ...props }: LeadRowsProps) {
  return (
    <Table aria-label="Leads" sx={{ tableLayout: 'fixed', borderCollapse: 'separate' }}>
      <LeadTableHead selection={props.selection} />
      <TableBody>
        {rows.map((lead) => (
          <LeadTableRow key={lead.id} lead={lead} {...props} />
        ))}
      </TableBody>
    </Table>
  )
}

function LeadTableHead({ selection }: { selection: Selection | null }) {
  return (
    <TableHead sx={stickyHead}>
      <TableRow>
        {selection !== null && (
          <TableCell padding="checkbox" sx={{ width: 48 }}>
            <Checkbox
              size="small"
              checked={selection.all}
              indeterminate={selection.some}
              onChange={selection.toggleAll}
              slotProps={{ input: { 'aria-label': 'Select all leads on this page' } }}
            />
          </TableCell>
        )}
        <TableCell sx={{ width: 104 }}>Lead</TableCell>
        <TableCell>Contact</TableCell>
        <TableCell sx={{ ...fromLarge, width: 156 }}>Job</TableCell>
        <TableCell sx={{ width: 184 }}>Status</TableCell>
        <TableCell sx={{ width: 158 }}>Submitted</TableCell>
        <TableCell sx={{ width: 116 }} align="right">
          Actions
        </TableCell>
      </TableRow>
    </TableHead>
  )
}

function LeadTableRow({ lead, path, selection, onDelete }: Omit<LeadRowsProps, 'rows'> & { lead: LeadRow }) {
  return (
    <TableRow hover selected={selection?.isSelected(lead.id) ?? false}>
      {selection !== null && (
        <TableCell padding="checkbox">
          <SelectLead lead={lead} selection={selection} />
        </TableCell>
      )}
      <TableCell>
        <LeadReference lead={lead} path={path} />
      </TableCell>
      <TableCell>
        <LeadContact lead={lead} />
      </TableCell>
      <TableCell sx={fromLarge}>
        <LeadJob lead={lead} />
      </TableCell>
      <TableCell>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
          <StatusChip status={lead.status} />
          <PriorityChip lead={lead} />
          <PromiseChip lead={lead} />
        </Stack>
      </TableCell>
      <TableCell>
        <SubmittedAt at={lead.createdAt} />
      </TableCell>
      <TableCell align="right">
        <LeadActions lead={lead} path={path} onDelete={onDelete} />
      </TableCell>
    </TableRow>
  )
}
