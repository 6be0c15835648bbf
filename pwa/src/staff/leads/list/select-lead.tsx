import Checkbox from '@mui/material/Checkbox'
import { nameOf } from '../lead-labels.ts'
import type { LeadRow } from '../leads.queries.ts'
import type { Selection } from './use-selection.ts'

export function SelectLead({ lead, selection }: { lead: LeadRow; selection: Selection }) {
  return (
    <Checkbox
      size="small"
      checked={selection.isSelected(lead.id)}
      onChange={() => selection.toggle(lead.id)}
      slotProps={{ input: { 'aria-label': `Select ${lead.reference}, ${nameOf(lead)}` } }}
    />
  )
}
