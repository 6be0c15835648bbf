import { formatPhone } from '@kerbside/schema/contact'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Box, Button, Checkbox, IconButton, Link, Tooltip, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { Muted } from '../../ui/section.tsx'
import { nameOf, titleOf } from '../lead-labels.ts'
import type { LeadRow } from '../leads.queries.ts'

/** The selected leads. A lead that leaves the screen is no longer selected, so that it cannot be deleted unseen. */
export function useSelection(visibleIds: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = visibleIds.filter((id) => ticked.has(id))
  return {
    selected,
    isSelected: (id: string) => ticked.has(id),
    all: visibleIds.length > 0 && selected.length === visibleIds.length,
    some: selected.length > 0 && selected.length < visibleIds.length,
    toggle: (id: string) =>
      setTicked(new Set(ticked.has(id) ? selected.filter((other) => other !== id) : [...selected, id])),
    toggleAll: () => setTicked(new Set(selected.length === visibleIds.length ? [] : visibleIds)),
    clear: () => setTicked(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>

export type LeadRowsProps = {
  rows: readonly LeadRow[]
  path: string
  /** Null for those who may not delete. */
  selection: Selection | null
  onDelete: ((lead: LeadRow) => void) | null
}

/** A lead's page gets the address of the list that it was opened from. */
function useLeadLink(path: string) {
  const { search } = useLocation()
  return (lead: LeadRow) => ({ to: `${path}/${lead.id}`, state: { list: path + search } })
}

export function LeadReference({ lead, path }: { lead: LeadRow; path: string }) {
  const link = useLeadLink(path)(lead)
  return (
    <>
      <Link component={RouterLink} {...link} underline="hover" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
        {lead.reference}
      </Link>
      <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
        #{lead.id}
      </Typography>
    </>
  )
}

export function LeadContact({ lead }: { lead: LeadRow }) {
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

type LeadActionsProps = { lead: LeadRow; path: string; onDelete: LeadRowsProps['onDelete'] }

export function LeadActions({ lead, path, onDelete }: LeadActionsProps) {
  const link = useLeadLink(path)(lead)
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', justifyContent: 'flex-end' }}>
      <Button component={RouterLink} {...link} size="small" aria-label={`View ${titleOf(lead)}`}>
        View
      </Button>
      {onDelete !== null && (
        <Tooltip title="Delete">
          <IconButton
            size="small"
            sx={{ '&:hover': { color: 'error.main' } }}
            aria-label={`Delete ${titleOf(lead)}`}
            onClick={() => onDelete(lead)}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  )
}

export function SelectLead({ lead, selection }: { lead: LeadRow; selection: Selection }) {
  return (
    <Checkbox
      size="small"
      checked={selection.isSelected(lead.id)}
      onChange={() => selection.toggle(lead.id)}
      slotProps={{ input: { 'aria-label': `Select ${titleOf(lead)}` } }}
    />
  )
}
