import { doneIn, type BulkReport } from '@kerbside/schema/bulk-changes/bulk-change'
import { Box, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { Muted } from '../../ui/section.tsx'
import { formatDate } from '../../ui/times.ts'
import { numberOfLeads, statusLabels } from '../lead-labels.ts'
import type { BulkAction } from './bulk-changes.queries.ts'

/** All leads were changed: there is no more to read than one sentence. */
export const isClean = (report: BulkReport) => doneIn(report) === report.changed

/** What became of the leads, and of those that were left out why and which. */
export function Report({ report, action }: { report: BulkReport; action: BulkAction }) {
  const skipped = doneIn(report) - report.changed - report.unchanged
  return (
    <Box role="status">
      <Typography sx={{ fontWeight: 600 }}>{bulkDoneText(action, report.changed)}</Typography>
      {report.unchanged > 0 && <Typography>{numberOfLeads(report.unchanged)} did not need it.</Typography>}
      {skipped > 0 && <Typography sx={{ mt: 1.5, fontWeight: 600 }}>{numberOfLeads(skipped)} skipped</Typography>}
      {report.skipped.map(({ message, count, leads }) => (
        <Box key={message} sx={{ mt: 0.5 }}>
          <Typography>
            {message} ({count.toLocaleString('en-GB')})
          </Typography>
          <Muted component="p">
            {leads.map(({ id, reference }, place) => (
              <span key={id}>
                {place > 0 && ', '}
                <Link component={RouterLink} to={id}>
                  {reference}
                </Link>
              </span>
            ))}
            {count > leads.length && ` and ${(count - leads.length).toLocaleString('en-GB')} more`}
          </Muted>
        </Box>
      ))}
    </Box>
  )
}

/** The title of each kind's dialogs, and what is shown while it is done. */
export const bulkTitles: Record<BulkAction['kind'], { title: string; busyText: string }> = {
  assign: { title: 'Assign Leads', busyText: 'Assigning…' },
  status: { title: 'Update Status', busyText: 'Moving…' },
  message: { title: 'Send Follow-up', busyText: 'Sending…' },
  'follow-up': { title: 'Schedule Calls', busyText: 'Scheduling…' },
  delete: { title: 'Delete selected leads', busyText: 'Deleting…' },
}

export function bulkDoneText(action: BulkAction, count: number): string {
  const number = numberOfLeads(count)
  switch (action.kind) {
    case 'assign':
      return `${number} assigned to ${action.to?.name ?? 'nobody'}`
    case 'status':
      return `${number} moved to ${statusLabels[action.to].label}`
    case 'message':
      return `Follow-up on its way for ${number}`
    case 'follow-up':
      return `${number} to be followed up on ${action.at === null ? 'no day' : formatDate(action.at)}`
    case 'delete':
      return count === 1 ? 'Lead deleted' : `${number} deleted`
  }
}
