import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { Link } from 'react-router-dom'
import { nameOf, statusLabels } from '../leads/lead-labels.ts'
import { ListSkeleton } from '../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { Row, Rows, Section } from '../ui/section.tsx'
import { formatAgo, formatDate } from '../ui/times.ts'
import { dashboardActivity, type DashboardActivity } from './dashboard.queries.ts'
import { ListPath } from './lead-figure.tsx'
import { LeadLink } from './tasks.tsx'

/** Who did what on leads, newest first. */
export function RecentActivity() {
  const listPath = use(ListPath)
  const activity = useQuery(dashboardActivity())
  return (
    <Section
      title="Recent Activity"
      action={
        <Button component={Link} to="/admin/audit" size="small">
          Audit trail
        </Button>
      }
    >
      {activity.isPending && <ListSkeleton rows={5} label="Loading activity…" />}
      {activity.isLoadingError && <LoadFailure query={activity} />}
      <StaleNotice query={activity} />
      {activity.data?.length === 0 && (
        <EmptyState title="Nothing yet">What colleagues do on leads appears here: calls, notes, status.</EmptyState>
      )}
      <Rows>
        {activity.data?.map((entry, index) => (
          <Row
            key={index}
            title={
              <>
                {activityText(entry)}: <LeadLink to={`${listPath}/${entry.leadId}`}>{nameOf(entry)}</LeadLink>
              </>
            }
            detail={`${entry.reference} · ${formatAgo(entry.at)}`}
          />
        ))}
      </Rows>
    </Section>
  )
}

/** By kind of entry. A kind that only a newer release knows has general words. */
const entryLabels: Record<string, string> = {
  NOTE: 'added a note',
  CALLED: 'called the homeowner',
  EMAILED: 'emailed the homeowner',
  QUOTE_SENT: 'sent a quote',
  FOLLOW_UP_SENT: 'sent a follow-up',
}

/** 'Sam Reid moved New → Contacted'. */
export function activityText({ move, entry }: Pick<DashboardActivity, 'move' | 'entry'>): string {
  const who = (move ?? entry)?.by?.name ?? 'Somebody'
  if (move) return `${who} moved ${statusLabels[move.from].label} → ${statusLabels[move.to].label}`
  if (entry?.kind === 'ASSIGNED')
    return entry.assignedTo ? `${who} assigned to ${entry.assignedTo.name}` : `${who} assigned to nobody`
  if (entry?.kind === 'FOLLOW_UP')
    return entry.followUpAt
      ? `${who} set a follow-up for ${formatDate(entry.followUpAt)}`
      : `${who} cleared a follow-up`
  return `${who} ${entryLabels[entry?.kind ?? ''] ?? 'worked on the lead'}`
}
