import { formatPhone } from '@kerbside/schema/contact'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Box, Button, Checkbox, IconButton, Link, Tooltip, Typography } from '@mui/material'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { DataList, fromLarge, type Column } from '../../ui/lists/list.tsx'
import { headerHeight } from '../../ui/page-title.ts'
import { Muted } from '../../ui/section.tsx'
import { formatAgo } from '../../ui/times.ts'
import { CallButton } from '../calls/call-button.tsx'
import { jobText, nameOf, leadTitle, promiseOf } from '../lead-labels.ts'
import { LeadChips, LeadJob, SubmittedAt } from '../lead-parts.tsx'
import type { LeadRow } from '../leads.queries.ts'
import { listBarHeight } from './lead-list-bar.tsx'
import type { Selection } from './use-selection.ts'

type RowOptions = {
  /** Null for those who may not change leads. */
  selection: Selection | null
  /** Null where rows have no such button. */
  onAssign: ((lead: LeadRow) => void) | null
  /** Null for those who may not delete. */
  onDelete: ((lead: LeadRow) => void) | null
}

export function LeadRows({ rows, ...options }: RowOptions & { rows: readonly LeadRow[] }) {
  const { selection } = options
  return (
    <DataList
      label="Leads"
      rows={rows}
      columns={selection === null ? columnsOf(options) : [checkboxesOf(selection), ...columnsOf(options)]}
      layout="fixed"
      card={cardOf(options)}
      cardsBelow={760}
      isSelected={({ id }) => selection?.isSelected(id) ?? false}
      headTop={headerHeight + listBarHeight}
    />
  )
}

const checkboxesOf = (selection: Selection): Column<LeadRow> => ({
  padding: 'checkbox',
  head: <Checkbox {...selection.ofPage} slotProps={{ input: { 'aria-label': 'Select all leads on this page' } }} />,
  cell: (lead) => <SelectLead lead={lead} selection={selection} />,
})

function SelectLead({ lead, selection }: { lead: LeadRow; selection: Selection }) {
  return (
    <Checkbox
      size="small"
      checked={selection.isSelected(lead.id)}
      onChange={() => selection.toggle(lead.id)}
      slotProps={{ input: { 'aria-label': `Select ${leadTitle(lead)}` } }}
    />
  )
}

const columnsOf = (options: RowOptions): Column<LeadRow>[] => [
  { head: 'Lead', sx: { width: 104 }, cell: (lead) => <LeadReference lead={lead} /> },
  { head: 'Contact', cell: (lead) => <LeadContact lead={lead} /> },
  { head: 'Job', sx: { ...fromLarge, width: 156 }, cell: (lead) => <LeadJob lead={lead} /> },
  { head: 'Status', sx: { width: 184 }, cell: (lead) => <LeadChips lead={lead} /> },
  { head: 'Submitted', sx: { width: 158 }, cell: ({ createdAt }) => <SubmittedAt at={createdAt} /> },
  {
    head: 'Actions',
    sx: { width: options.onAssign ? 188 : 156 },
    align: 'right',
    cell: (lead) => (
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end' }}>
        <LeadActions lead={lead} {...options} />
        <CallButton lead={lead} look="icon" />
      </Box>
    ),
  },
]

/** Three lines, so that a phone shows six of them; the rest is a press away. */
const cardOf = (options: RowOptions) => (lead: LeadRow) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mx: -1.5, my: -1.25 }}>
    {options.selection !== null && <SelectLead lead={lead} selection={options.selection} />}
    <Box sx={{ flexGrow: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, '& .MuiButton-root': { minHeight: 28, py: 0 } }}>
        <Typography noWrap sx={{ fontWeight: 600, flexGrow: 1 }}>
          {nameOf(lead)}
        </Typography>
        <LeadActions lead={lead} {...options} />
      </Box>
      <Muted component="div" noWrap>
        <LeadReference lead={lead} isShort />
        {['', jobText(lead), lead.postcode].filter((part) => part !== null).join(' · ')}
      </Muted>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 0.5, mt: 0.25 }}>
        <LeadChips lead={lead} isShort />
        {/* When the answer is due says how old a lead is, and both have no room in one line. */}
        {promiseOf(lead).kind === 'kept' && (
          <Muted noWrap variant="caption" sx={{ flexShrink: 0 }}>
            {formatAgo(lead.createdAt)}
          </Muted>
        )}
      </Box>
    </Box>
    <CallButton lead={lead} look="icon" />
  </Box>
)

/** A lead's page gets the address of the list that it was opened from. */
function useLeadLink(lead: LeadRow) {
  const { pathname, search } = useLocation()
  return { to: lead.id, state: { list: pathname + search } }
}

function LeadReference({ lead, isShort = false }: { lead: LeadRow; isShort?: boolean }) {
  const link = useLeadLink(lead)
  return (
    <>
      <Link component={RouterLink} {...link} underline="hover" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
        {lead.reference}
      </Link>
      {!isShort && (
        <Muted variant="caption" sx={{ display: 'block' }}>
          #{lead.id}
        </Muted>
      )}
    </>
  )
}

function LeadContact({ lead }: { lead: LeadRow }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600 }}>{nameOf(lead)}</Typography>
      <Muted noWrap title={lead.email}>
        {lead.email}
      </Muted>
      <Muted noWrap>{formatPhone(lead.mobile)}</Muted>
    </Box>
  )
}

function LeadActions({ lead, onAssign, onDelete }: Pick<RowOptions, 'onAssign' | 'onDelete'> & { lead: LeadRow }) {
  const link = useLeadLink(lead)
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', justifyContent: 'flex-end', ml: 'auto' }}>
      <Button component={RouterLink} {...link} size="small" aria-label={`View ${leadTitle(lead)}`}>
        View
      </Button>
      {onAssign !== null && (
        <Button size="small" aria-label={`Assign ${leadTitle(lead)}`} onClick={() => onAssign(lead)}>
          Assign
        </Button>
      )}
      {onDelete !== null && (
        <Tooltip title="Delete">
          <IconButton
            size="small"
            sx={{ '&:hover': { color: 'error.main' } }}
            aria-label={`Delete ${leadTitle(lead)}`}
            onClick={() => onDelete(lead)}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  )
}
