import { useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { StatusChip } from '../leads/lead-chips.tsx'
import { jobOf, nameOf } from '../leads/lead-labels.ts'
import { leadList, type LeadRow } from '../leads/leads.queries.ts'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { Section } from '../ui/section.tsx'
import { formatAgo } from '../ui/times.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

const shown = 8

/** The newest leads; what else happened follows with the activity feed. */
export function RecentLeads({ title, listPath }: { title: string; listPath: string }) {
  const leads = useQuery(leadList({ search: '', status: null, after: null, before: null }, shown))
  return (
    <Section
      title={title}
      action={
        <Button component={RouterLink} to={listPath} size="small">
          All leads
        </Button>
      }
    >
      {leads.isPending && <RecentSkeleton />}
      {leads.isError && !leads.data && (
        <LoadFailure error={leads.error} retry={() => void leads.refetch()} retrying={leads.isFetching} />
      )}
      {leads.data && leads.isRefetchError && <StaleNotice since={leads.dataUpdatedAt} />}
      {leads.data?.nodes.length === 0 && (
        <EmptyState title="No leads yet">A request sent with the quote form appears here within seconds.</EmptyState>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {leads.data?.nodes.map((lead) => (
          <RecentLead key={lead.id} lead={lead} listPath={listPath} />
        ))}
      </Box>
    </Section>
  )
}

function RecentLead({ lead, listPath }: { lead: LeadRow; listPath: string }) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1.5, alignItems: 'center', py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={`${listPath}/${lead.id}`}
          color="inherit"
          underline="hover"
          sx={{ fontWeight: 600 }}
        >
          {nameOf(lead)}
        </Link>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[jobOf(lead), lead.postcode, formatAgo(lead.createdAt)].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <StatusChip status={lead.status} />
    </Box>
  )
}

function RecentSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading leads…</VisuallyHidden>
      {Array.from({ length: 5 }, (_, row) => (
        <Box key={row} aria-hidden sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Skeleton width="40%" />
          <Skeleton width="60%" />
        </Box>
      ))}
    </>
  )
}
