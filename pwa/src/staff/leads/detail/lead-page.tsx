import { useQuery } from '@tanstack/react-query'
import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link as RouterLink, useLocation, useNavigate, useParams } from 'react-router-dom'
import { useCan } from '../../../api/session.ts'
import { returning, usePageTitle } from '../../ui/page-title.ts'
import { LoadFailure, StaleNotice } from '../../ui/notices.tsx'
import { DeleteLeadsDialog } from '../delete-leads-dialog.tsx'
import { nameOf } from '../lead-labels.ts'
import { useDeleteLeads } from '../use-delete-leads.ts'
import { LeadBody } from './lead-body.tsx'
import { LeadNotFound } from './lead-not-found.tsx'
import { LeadSkeleton } from './lead-skeleton.tsx'
import { leadDetail } from './lead.queries.ts'

export function LeadPage({ listPath }: { listPath: string }) {
  usePageTitle('Lead Details')
  const { id = '' } = useParams()
  const { data: lead, ...state } = useQuery(leadDetail(id))
  const back = useListAddress(listPath)
  const navigate = useNavigate()
  const mayDelete = useCan('lead:delete')
  const deletion = useDeleteLeads(() => void navigate(back, { state: returning, replace: true }))

  if (lead === null) return <LeadNotFound back={back} />
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 2 }}>
        <Button component={RouterLink} to={back} state={returning} color="inherit" startIcon={<ArrowBackIcon />}>
          Back to Leads
        </Button>
        {lead && mayDelete && (
          <Button
            color="error"
            startIcon={<DeleteIcon />}
            onClick={() => deletion.ask({ ids: [lead.id], name: `${lead.reference}, ${nameOf(lead)}` })}
          >
            Delete Lead
          </Button>
        )}
      </Box>
      {state.isPending && <LeadSkeleton />}
      {state.isError && !lead && (
        <LoadFailure error={state.error} retry={() => void state.refetch()} retrying={state.isFetching} />
      )}
      {lead && state.isRefetchError && <StaleNotice since={state.dataUpdatedAt} />}
      {lead && <LeadBody lead={lead} />}
      <DeleteLeadsDialog deletion={deletion} />
    </>
  )
}

/** The list this lead was opened from, with its filter. */
function useListAddress(listPath: string): string {
  const state: unknown = useLocation().state
  const list = typeof state === 'object' && state !== null && 'list' in state ? state.list : null
  return typeof list === 'string' && list.startsWith(listPath) ? list : listPath
}
