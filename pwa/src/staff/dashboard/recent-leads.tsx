import { useQuery } from '@tanstack/react-query'
import { Box, Button, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { StatusChip } from '../leads/lead-parts.tsx'
import { jobOf, nameOf } from '../leads/lead-labels.ts'
import { leadList, type LeadRow } from '../leads/leads.queries.ts'
import { CardList, ListSkeleton } from '../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { Muted, Section } from '../ui/section.tsx'
import { formatAgo } from '../ui/times.ts'

const shown = 8

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
      {leads.isPending && <ListSkeleton rows={5} label="Loading leads…" />}
      {leads.isLoadingError && <LoadFailure query={leads} />}
      <StaleNotice query={leads} />
      {leads.data?.nodes.length === 0 && (
        <EmptyState title="No leads yet">A request sent with the quote form appears here within seconds.</EmptyState>
      )}
      <CardList>
        {leads.data?.nodes.map((lead) => (
          <RecentLead key={lead.id} lead={lead} listPath={listPath} />
        ))}
      </CardList>
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
        <Muted>{[jobOf(lead), lead.postcode, formatAgo(lead.createdAt)].filter(Boolean).join(' · ')}</Muted>
      </Box>
      <StatusChip status={lead.status} />
    </Box>
  )
}
