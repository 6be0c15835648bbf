import { useQuery } from '@tanstack/react-query'
import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Box, Button, Skeleton } from '@mui/material'
import { Link as RouterLink, useLocation, useNavigate, useParams } from 'react-router-dom'
import { useCan } from '../../../api/session.ts'
import { returning, usePageTitle } from '../../ui/page-title.ts'
import { EmptyState } from '../../ui/notices.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { VisuallyHidden } from '../../ui/section.tsx'
import { leadDetail } from '../lead.queries.ts'
import { leadTitle } from '../lead-labels.ts'
import { useDeleteLeads } from '../leads.queries.ts'
import { LeadBody } from './lead-body.tsx'
import { LeadOfList } from './lead-of-list.tsx'

export function LeadPage({ listPath }: { listPath: string }) {
  usePageTitle('Lead Details')
  const { id = '' } = useParams()
  const query = useQuery(leadDetail(id))
  const lead = query.data
  const back = useBackAddress(listPath)
  const navigate = useNavigate()
  const mayDelete = useCan('lead:delete')
  const deletion = useDeleteLeads(() => void navigate(back, { state: returning, replace: true }))

  const toLeads = { component: RouterLink, to: back, state: returning }
  if (lead === null)
    return (
      <EmptyState
        title="Lead Not Found"
        action={
          <Button {...toLeads} variant="contained">
            Back to Leads
          </Button>
        }
      >
        The requested lead could not be found.
      </EmptyState>
    )
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 2 }}>
        <Button {...toLeads} color="inherit" startIcon={<ArrowBackIcon />}>
          Back to Leads
        </Button>
        {lead && mayDelete && (
          <Button
            color="error"
            startIcon={<DeleteIcon />}
            onClick={() => deletion.ask({ ids: [lead.id], name: leadTitle(lead) })}
          >
            Delete Lead
          </Button>
        )}
      </Box>
      <QueryState query={query} skeleton={<LeadSkeleton />} failed="Failed to fetch quote" staleNotice />
      {!lead && query.failureReason && <LeadOfList id={id} />}
      {lead && <LeadBody lead={lead} listPath={listPath} />}
      {deletion.dialog}
    </>
  )
}

/** The list this lead was opened from, with its filter. */
function useBackAddress(listPath: string): string {
  const state: unknown = useLocation().state
  const list = typeof state === 'object' && state !== null && 'list' in state ? state.list : null
  return typeof list === 'string' && list.startsWith(listPath) ? list : listPath
}

function LeadSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading lead details…</VisuallyHidden>
      <Box aria-hidden sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '7fr 5fr' } }}>
        {[260, 180, 320, 320].map((height, index) => (
          <Skeleton key={index} variant="rounded" height={height} />
        ))}
      </Box>
    </>
  )
}
