import { Box, Button, Link, Paper, Stack, Tab, Tabs, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { DataList, noWrap, useCursors, type Column } from '../ui/lists/list.tsx'
import { ListBody } from '../ui/lists/list-frame.tsx'
import { EmptyState } from '../ui/notices.tsx'
import { Muted } from '../ui/section.tsx'
import { linkForFingers } from '../ui/theme.ts'
import { formatDateTime } from '../ui/times.ts'
import { failedJobsText, formatCount, jobTitle, noRetryReason, queueLabels, workLabel } from './queue-labels.ts'
import { failedJobs, jobsPerPage, type FailedJob, type JobQueue, type QueueOverview } from './queues.queries.ts'
import { useFailedJobActions, type FailedJobActions } from './use-failed-job-actions.tsx'

const tabId = (name: string) => `queue-tab-${name}`
const panelId = 'failed-jobs'

/** The failed jobs of one queue, which a tab chooses and the address names. */
export function FailedJobs({ overview: { queues } }: { overview: QueueOverview }) {
  const [parameters, setParameters] = useSearchParams()
  const open = queues.find(({ name }) => name.toLowerCase() === parameters.get('queue')) ?? queues[0]
  const choose = (name: string) =>
    setParameters({ queue: name.toLowerCase() }, { replace: true, preventScrollReset: true })
  if (!open) return null
  return (
    <Paper variant="outlined" component="section" aria-labelledby="failed-title">
      <Typography id="failed-title" variant="h2" sx={{ px: 2, pt: 2 }}>
        Failed jobs
      </Typography>
      <Tabs
        value={open.name}
        onChange={(_event, name: string) => choose(name)}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Failed jobs by queue"
        sx={{ px: 1 }}
      >
        {queues.map(({ name, failed }) => (
          <Tab
            key={name}
            value={name}
            id={tabId(name)}
            aria-controls={name === open.name ? panelId : undefined}
            label={failed ? `${queueLabels[name].label} (${formatCount(failed)})` : queueLabels[name].label}
            sx={{ textTransform: 'none', fontWeight: 600 }}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={panelId} aria-labelledby={tabId(open.name)}>
        {open.failed === null ? (
          <EmptyState title="Not to be seen at the moment">Redis holds these jobs, and it is away.</EmptyState>
        ) : (
          <FailedJobList key={open.name} queue={open} />
        )}
      </Box>
    </Paper>
  )
}

function FailedJobList({ queue }: { queue: JobQueue }) {
  const cursors = useCursors()
  const jobs = useQuery(failedJobs(queue.name, cursors.after))
  const actions = useFailedJobActions(queue)
  const page = jobs.data
  const retryable = queue.retryable ?? 0
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1, p: 2 }}
      >
        <Box>
          <Muted role="status">{page ? summaryOf(page.totalCount) : ' '}</Muted>
          {page && page.totalCount > 0 && <Muted>{queueLabels[queue.name].failed}</Muted>}
        </Box>
        {retryable > 0 && (
          <Button variant="outlined" onClick={() => actions.retryAll(retryable)}>
            Retry all failed ({formatCount(retryable)})
          </Button>
        )}
      </Box>
      <ListBody
        query={jobs}
        skeletonRows={3}
        loading="Loading failed jobs…"
        rows={page?.nodes}
        paging={{ label: 'Pages of failed jobs', places: cursors, page, perPage: jobsPerPage }}
        empty={<EmptyState title="Nothing has failed">A job that fails for good appears here.</EmptyState>}
      >
        {(rows) => (
          <DataList
            label="Failed jobs"
            rows={rows}
            columns={columnsOf(actions)}
            card={cardOf(actions)}
            cardsBelow={860}
          />
        )}
      </ListBody>
      {actions.dialogs}
    </>
  )
}

const summaryOf = (total: number) => (total === 0 ? 'No failed jobs' : `${failedJobsText(total)}, newest first`)

const columnsOf = (actions: FailedJobActions): Column<FailedJob>[] => [
  { head: 'Job', sx: { minWidth: 210 }, cell: (job) => <Subject job={job} /> },
  { head: 'Error', sx: { overflowWrap: 'anywhere' }, cell: (job) => <JobError job={job} /> },
  { head: 'Tries', align: 'right', cell: ({ attempts }) => attempts ?? '—' },
  { head: 'Failed', sx: noWrap, cell: ({ failedAt }) => formatDateTime(failedAt) },
  { head: 'Actions', align: 'right', cell: (job) => <Decisions job={job} actions={actions} /> },
]

const cardOf = (actions: FailedJobActions) => (job: FailedJob) => (
  <Stack spacing={0.5} sx={{ overflowWrap: 'anywhere' }}>
    <Subject job={job} />
    <JobError job={job} />
    <Muted>
      {[formatDateTime(job.failedAt), job.attempts !== null && (job.attempts === 1 ? '1 try' : `${job.attempts} tries`)]
        .filter(Boolean)
        .join(' · ')}
    </Muted>
    <Decisions job={job} actions={actions} />
  </Stack>
)

function Subject({ job: { work, leadId, reference, requestedBy } }: { job: FailedJob }) {
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{workLabel(work)}</Typography>
      {leadId !== null && reference !== null && (
        <Link component={RouterLink} to={`/admin/leads/${leadId}`} sx={{ alignSelf: 'flex-start', ...linkForFingers }}>
          {reference}
        </Link>
      )}
      {leadId !== null && reference === null && <Muted>The lead was deleted.</Muted>}
      {requestedBy !== null && <Muted>For {requestedBy}</Muted>}
    </>
  )
}

const JobError = ({ job: { error } }: { job: FailedJob }) => (
  <Typography variant="body2" sx={{ color: error === null ? 'text.secondary' : 'error.main' }}>
    {error ?? 'The worker’s log has the cause.'}
  </Typography>
)

function Decisions({ job, actions }: { job: FailedJob; actions: FailedJobActions }) {
  const title = jobTitle(job)
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center', justifyContent: { md: 'flex-end' } }}>
      {job.canRetry ? (
        <Button
          size="small"
          variant="outlined"
          loading={actions.retryingId === job.id}
          aria-label={`Retry ${title}`}
          onClick={() => actions.retry(job)}
        >
          Retry
        </Button>
      ) : (
        <Muted variant="caption">{noRetryReason(job)}</Muted>
      )}
      <Button size="small" color="error" aria-label={`Discard ${title}`} onClick={() => actions.discard(job)}>
        Discard
      </Button>
    </Stack>
  )
}
