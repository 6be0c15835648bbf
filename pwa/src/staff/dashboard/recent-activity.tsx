import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { entryText, Subject } from '../audit/audit-entry.tsx'
import { recentChanges } from '../audit/audit.queries.ts'
import { liveMs } from '../leads/leads.queries.ts'
import { EmptyState } from '../ui/notices.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Row, Rows, Section } from '../ui/section.tsx'
import { formatAgo, formatDateTime } from '../ui/times.ts'
import { dashboardKey } from './dashboard.queries.ts'

/** Who changed what, newest first, from the audit trail (docs/specification.md, 8.6). */
export function RecentActivity() {
  const activity = useQuery({ ...recentChanges(), queryKey: dashboardKey('activity'), refetchInterval: liveMs })
  return (
    <Section
      title="Recent Activity"
      action={
        <Button component={Link} to="/admin/audit" size="small">
          Audit trail
        </Button>
      }
    >
      <QueryState query={activity} rows={5} loading="Loading activity…" staleNotice />
      {activity.data?.length === 0 && (
        <EmptyState title="Nothing yet">What colleagues change on leads, pages and settings appears here.</EmptyState>
      )}
      <Rows>
        {activity.data?.map((entry) => (
          <Row
            key={entry.id}
            title={
              <>
                {entryText(entry)}: <Subject entry={entry} plain />
              </>
            }
            detail={
              <>
                {entry.details && `${entry.details} · `}
                <Box component="time" dateTime={entry.at} title={formatDateTime(entry.at)}>
                  {formatAgo(entry.at)}
                </Box>
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
