import { formatPhone } from '@kerbside/schema/contact'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { formatAgo, formatDateTime } from '../../ui/times.ts'
import { jobOf, nameOf } from '../lead-labels.ts'
import type { LeadRow } from '../leads.queries.ts'
import type { Selection } from './use-selection.ts'

export type LeadRowsProps = {
  rows: readonly LeadRow[]
  path: string
  /** Null for those who may not delete. */
  selection: Selection | null
  onDelete: ((lead: LeadRow) => void) | null
}

/** The lead remembers which list it was opened from. */
export function useLeadLink(path: string) {
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
      <Typography variant="body2" noWrap title={lead.email} sx={{ color: 'text.secondary' }}>
        {lead.email}
      </Typography>
      <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
        {formatPhone(lead.mobile)}
      </Typography>
    </Box>
  )
}

/** What the job is, how big and where. */
export function LeadJob({ lead }: { lead: LeadRow }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography>{jobOf(lead) || '—'}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[lead.drivewaySize, lead.groupType, lead.postcode].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  )
}

export function SubmittedAt({ at }: { at: string }) {
  return (
    <Box component="time" dateTime={at}>
      <Typography sx={{ whiteSpace: 'nowrap' }}>{formatDateTime(at)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {formatAgo(at)}
      </Typography>
    </Box>
  )
}

type LeadActionsProps = { lead: LeadRow; path: string; onDelete: LeadRowsProps['onDelete'] }

export function LeadActions({ lead, path, onDelete }: LeadActionsProps) {
  const link = useLeadLink(path)(lead)
  const whose = `${lead.reference}, ${nameOf(lead)}`
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', justifyContent: 'flex-end' }}>
      <Button component={RouterLink} {...link} size="small" aria-label={`View ${whose}`}>
        View
      </Button>
      {onDelete !== null && (
        <Tooltip title="Delete">
          <IconButton
            size="small"
            sx={{ '&:hover': { color: 'error.main' } }}
            aria-label={`Delete ${whose}`}
            onClick={() => onDelete(lead)}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  )
}
