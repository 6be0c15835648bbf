import type { BulkAction } from '@kerbside/schema/bulk-changes/bulk-change'
import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useConfirmed } from '../ui/dialogs/confirm-dialog.tsx'
import { Row, Rows, Section } from '../ui/section.tsx'
import { formatAgo } from '../ui/times.ts'
import { queueKeys, stopWork, workUnderWay, type LongWork } from './queues.queries.ts'

/** Bulk changes, imports and exports of all colleagues, each with Stop; absent when there is nothing. */
export function WorkUnderWay() {
  const { data: work = [] } = useQuery(workUnderWay())
  const stop = useConfirmed({
    mutationFn: stopWork,
    question: (each) => ({
      title: `Stop ${titleOf(each).toLowerCase()}?`,
      text: `${each.requestedBy} asked for this. What has been done so far stays done.`,
      confirm: 'Stop',
      busyText: 'Stopping…',
    }),
    done: (_answer, each) => `Stopped ${titleOf(each).toLowerCase()}`,
    refreshes: { queryKey: queueKeys.all },
  })
  return (
    <>
      {work.length > 0 && (
        <Section title="Running now">
          <Rows>
            {work.map((each) => (
              <Row key={each.id} title={titleOf(each)} detail={detailOf(each)}>
                <Button
                  size="small"
                  color="error"
                  aria-label={`Stop ${titleOf(each).toLowerCase()}`}
                  onClick={() => stop.ask(each)}
                >
                  Stop
                </Button>
              </Row>
            ))}
          </Rows>
        </Section>
      )}
      {stop.dialog}
    </>
  )
}

const bulkTitles: Record<BulkAction['kind'], string> = {
  assign: 'Assigning leads',
  status: 'Moving leads',
  message: 'Emailing homeowners',
  'follow-up': 'Scheduling follow-ups',
  delete: 'Deleting leads',
}

function titleOf({ kind, action }: LongWork): string {
  if (action !== null) return bulkTitles[action as BulkAction['kind']]
  return kind === 'IMPORT' ? 'Importing leads' : 'Exporting leads'
}

/** 'Ada Admin, 1,200 of 5,000, started 2 minutes ago' */
function detailOf({ requestedBy, done, total, startedAt }: LongWork): string {
  const progress = total === null ? '' : `, ${done.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`
  return `${requestedBy}${progress}, started ${formatAgo(startedAt)}`
}
