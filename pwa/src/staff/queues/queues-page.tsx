import { Alert, Box, Paper, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DataList, noWrap, type Column } from '../ui/lists/list.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../ui/section.tsx'
import { formatAgo } from '../ui/times.ts'
import { ToneChip, type ToneLabel } from '../ui/tone-chip.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { formatCount, queueLabels } from './queue-labels.ts'
import { WorkUnderWay } from './work-under-way.tsx'
import { queueOverview, type JobQueue, type QueueOverview } from './queues.queries.ts'

/** The background work: what waits, what failed, and whether anybody works on it. */
export function QueuesPage() {
  usePageTitle('Queues')
  const query = useQuery(queueOverview())
  const overview = query.data
  return (
    <Stack spacing={{ xs: 2, md: 3 }}>
      <Typography sx={{ color: 'text.secondary', maxWidth: 720 }}>
        Emails, offers and files are made in the background, as jobs in queues. A job that fails again and again waits
        here for somebody to retry or discard it.
      </Typography>
      <QueryState query={query} loading="Loading queues…" rows={5} staleNotice />
      {overview?.isRedisAway && (
        <Alert severity="error">
          Redis, which holds the queues, is away. Quotes are taken all the same; emails and offers wait, and go out by
          themselves when it is back.
        </Alert>
      )}
      {overview?.redisMayEvict && (
        <Alert severity="warning">
          Redis may delete jobs when its memory is full. Ask your operator to set its maxmemory-policy to noeviction.
        </Alert>
      )}
      {overview && (
        <>
          <Health overview={overview} />
          <WorkUnderWay />
          <Paper variant="outlined" component="section" aria-label="Queues">
            <DataList
              label="Queues"
              rows={overview.queues.map(withId)}
              columns={columns}
              card={card}
              cardsBelow={760}
            />
          </Paper>
          <FailedJobs overview={overview} />
        </>
      )}
    </Stack>
  )
}

function Health({ overview }: { overview: QueueOverview }) {
  return (
    <Section title="Background work">
      <Rows>
        <Row title="Worker" detail={workerDetail(overview)}>
          <ToneChip {...workerChips[overview.worker]} />
        </Row>
        <Row title="Redis" detail="Holds the queues.">
          <ToneChip
            {...(overview.isRedisAway ? { label: 'Away', tone: 'red' } : { label: 'Connected', tone: 'green' })}
          />
        </Row>
        <Row title="Not queued yet" detail={unpublishedDetail(overview)}>
          <ToneChip
            label={formatCount(overview.unpublishedLeads)}
            tone={overview.unpublishedLeads === 0 ? 'green' : 'amber'}
          />
        </Row>
      </Rows>
    </Section>
  )
}

const workerChips: Record<QueueOverview['worker'], ToneLabel> = {
  REPORTING: { label: 'Working', tone: 'green' },
  ABSENT: { label: 'Absent', tone: 'red' },
  UNKNOWN: { label: 'Unknown', tone: 'slate' },
}

function workerDetail({ worker, workerReportedAt }: QueueOverview): string {
  if (worker === 'UNKNOWN') return 'Workers report in Redis, so nobody can tell while it is away.'
  const last =
    workerReportedAt === null ? 'None has ever reported' : `The last report came ${formatAgo(workerReportedAt)}`
  return worker === 'ABSENT' ? `${last}. Jobs wait until a worker runs.` : `${last}.`
}

function unpublishedDetail({ unpublishedLeads, oldestUnpublishedAt }: QueueOverview): string {
  if (unpublishedLeads === 0 || oldestUnpublishedAt === null) return 'Whatever was stored has been queued.'
  const leads = unpublishedLeads === 1 ? '1 lead has' : `${formatCount(unpublishedLeads)} leads have`
  return `${leads} work that is stored and waits to be queued, the oldest of it ${formatAgo(oldestUnpublishedAt)}.`
}

const withId = (queue: JobQueue) => ({ ...queue, id: queue.name })
type QueueRow = ReturnType<typeof withId>

const figures = [
  ['Waiting', 'waiting'],
  ['Delayed', 'delayed'],
  ['In progress', 'active'],
  ['Failed', 'failed'],
] as const

const columns: Column<QueueRow>[] = [
  { head: 'Queue', cell: (queue) => <QueueTitle queue={queue} /> },
  ...figures.map(([head, figure]): Column<QueueRow> => ({
    head,
    align: 'right',
    sx: noWrap,
    cell: (queue) => <Figure figure={figure} value={queue[figure]} />,
  })),
  { head: 'Oldest waiting', sx: noWrap, cell: oldestWaiting },
]

const card = (queue: QueueRow) => (
  <>
    <QueueTitle queue={queue} />
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, m: 0, mt: 1 }}>
      {figures.map(([label, figure]) => (
        <CardFact key={figure} label={label} value={<Figure figure={figure} value={queue[figure]} />} />
      ))}
    </Box>
    <Muted>Oldest waiting: {oldestWaiting(queue).toLowerCase()}</Muted>
  </>
)

const CardFact = ({ label, value }: { label: string; value: ReactNode }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, py: 0.25 }}>
    <Muted component="dt">{label}</Muted>
    <Box component="dd" sx={{ m: 0 }}>
      {value}
    </Box>
  </Box>
)

function QueueTitle({ queue }: { queue: QueueRow }) {
  const { label, does } = queueLabels[queue.name]
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
      <Muted>{does}</Muted>
    </>
  )
}

function Figure({ figure, value }: { figure: string; value: number | null }) {
  if (value === null) return <span title="Redis is away">—</span>
  const isBad = figure === 'failed' && value > 0
  return (
    <Box component="span" sx={isBad ? { color: 'error.main', fontWeight: 700 } : {}}>
      {formatCount(value)}
    </Box>
  )
}

function oldestWaiting({ waiting, oldestWaitingAt }: QueueRow): string {
  if (oldestWaitingAt !== null) return formatAgo(oldestWaitingAt)
  return waiting === null ? '—' : 'None'
}
