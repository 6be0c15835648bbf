import Checkbox from '@mui/material/Checkbox'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { headerHeight } from '../../staff/layout/header.tsx'
import { PriorityChip, PromiseChip, StatusChip } from '../lead-chips.tsx'
import { nameOf } from '../lead-words.ts'
import type { LeadRow } from '../leads.queries.ts'
import { jobOf, LeadActions, LeadContact, LeadReference, SubmittedAt, type LeadRowsProps } from './lead-row-parts.tsx'

/** The page scrolls and not the table, so the head sticks below the header. */
const stickyHead = { '& th': { position: 'sticky', top: headerHeight, zIndex: 2 } } as const
const fromLarge = { display: { xs: 'none', lg: 'table-cell' } } as const

export function LeadTable({ rows, path, selection, onDelete }: LeadRowsProps) {
  return (
    <Table aria-label="Leads">
      <TableHead sx={stickyHead}>
        <TableRow>
          {selection !== null && (
            <TableCell padding="checkbox">
              <Checkbox
                size="small"
                checked={selection.all}
                indeterminate={selection.some}
                onChange={selection.toggleAll}
                slotProps={{ input: { 'aria-label': 'Select all leads on this page' } }}
              />
            </TableCell>
          )}
          <TableCell>Lead</TableCell>
          <TableCell>Contact</TableCell>
          <TableCell sx={fromLarge}>Job</TableCell>
          <TableCell>Status</TableCell>
          <TableCell>Submitted</TableCell>
          <TableCell align="right">Actions</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((lead) => (
          <TableRow key={lead.id} hover selected={selection?.isSelected(lead.id) ?? false}>
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
              <Typography>{jobOf(lead) || '—'}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {lead.postcode ?? 'No postcode'}
              </Typography>
            </TableCell>
            <TableCell>
              <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
                <StatusChip status={lead.status} />
                <PromiseChip lead={lead} />
                <PriorityChip priority={lead.priority} />
              </Stack>
            </TableCell>
            <TableCell>
              <SubmittedAt at={lead.createdAt} />
            </TableCell>
            <TableCell align="right">
              <LeadActions lead={lead} path={path} onDelete={onDelete} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

export function SelectLead({ lead, selection }: { lead: LeadRow; selection: NonNullable<LeadRowsProps['selection']> }) {
  return (
    <Checkbox
      size="small"
      checked={selection.isSelected(lead.id)}
      onChange={() => selection.toggle(lead.id)}
      slotProps={{ input: { 'aria-label': `Select ${lead.reference}, ${nameOf(lead)}` } }}
    />
  )
}
