// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter } from '../testing/user.tsx'
import { answerOf, renderStaff, type Failure } from '../testing/render-staff.tsx'
import { jobTitle, workLabel } from './queue-labels.ts'
import { QueuesPage } from './queues-page.tsx'
import type { FailedJob, JobQueue, LongWork, QueueOverview } from './queues.queries.ts'

const queue = (name: JobQueue['name'], changes: Partial<JobQueue> = {}): JobQueue => ({
  name,
  waiting: 0,
  delayed: 0,
  active: 0,
  failed: 0,
  retryable: 0,
  oldestWaitingAt: null,
  ...changes,
})

const healthy: QueueOverview = {
  isRedisAway: false,
  redisMayEvict: false,
  worker: 'REPORTING',
  workerReportedAt: new Date().toISOString(),
  unpublishedLeads: 0,
  oldestUnpublishedAt: null,
  queues: [queue('LEADS'), queue('MAIL'), queue('EXPORTS')],
}

const job: FailedJob = {
  id: 'lead-7-submitted',
  work: 'lead.submitted',
  leadId: '7',
  reference: 'KB-ABC234',
  requestedBy: null,
  error: 'The firm could not be read',
  attempts: 10,
  failedAt: '2026-05-04T13:05:00Z',
  canRetry: true,
}

/** The screen on a server with this overview and these failed jobs of leads; `fail` rejects the mutations. */
async function openQueues(
  overview: QueueOverview,
  failed: FailedJob[] = [],
  fail?: Failure,
  underWay: LongWork[] = [],
) {
  const sent: { operation: string; variables: object }[] = []
  const jobs = [...failed]
  const work = [...underWay]
  const { user } = await renderStaff(<QueuesPage />, (operation, variables) => {
    if (operation === 'Queues') return answerOf({ queues: overview })
    if (operation === 'WorkUnderWay') return answerOf({ workUnderWay: work })
    if (operation === 'StopWork') work.splice(0)
    if (operation === 'FailedJobs') {
      const nodes = variables.queue === 'LEADS' ? jobs : []
      const pageInfo = { hasNextPage: false, endCursor: null }
      return answerOf({ failedJobs: { totalCount: nodes.length, pageInfo, nodes } })
    }
    sent.push({ operation, variables })
    if (fail) return answerOf({}, fail)
    if (operation === 'RetryFailedJobs') return answerOf({ retryFailedJobs: jobs.splice(0).length })
    jobs.splice(0, 1)
    return answerOf({ retryJob: true, discardJob: true, stopWork: true })
  })
  await screen.findByRole('heading', { name: 'Failed jobs' })
  return { user, sent }
}

const withFailed: QueueOverview = {
  ...healthy,
  queues: [queue('LEADS', { failed: 1, retryable: 1 }), queue('MAIL'), queue('EXPORTS')],
}
const dialog = () => within(screen.getByRole('dialog'))

test('the work of a colleague that is under way says how far it is, and is stopped', async () => {
  const work: LongWork = {
    kind: 'BULK_CHANGE',
    id: 'w1',
    requestedBy: 'Ada',
    action: 'delete',
    done: 1_200,
    total: 5_000,
    startedAt: new Date(Date.now() - 120_000).toISOString(),
  }
  const { user, sent } = await openQueues(healthy, [], undefined, [work])
  await screen.findByText('Ada, 1,200 of 5,000, started 2 minutes ago')
  await user.click(screen.getByRole('button', { name: 'Stop deleting leads' }))
  dialog().getByText('Ada asked for this. What has been done so far stays done.')
  await user.click(dialog().getByRole('button', { name: 'Stop' }))
  await screen.findByText('Stopped deleting leads')
  await waitFor(() => expect(screen.queryByText('Running now')).toBeNull())
  expect(sent).toEqual([{ operation: 'StopWork', variables: { kind: 'BULK_CHANGE', id: 'w1' } }])
})

test('the figures of each queue stand beside what it does', async () => {
  const leads = { waiting: 1_234, delayed: 2, active: 3, oldestWaitingAt: new Date(Date.now() - 300_000).toISOString() }
  await openQueues({ ...healthy, queues: [queue('LEADS', leads), queue('MAIL')] })
  screen.getByText('Confirms new leads, offers them to firms, and acts on what firms decide.')
  const item = within(screen.getByRole('list', { name: 'Queues' })).getAllByRole('listitem')[0]!
  const figures = within(item).getAllByRole('definition')
  expect(figures.map(({ textContent }) => textContent)).toEqual(['1,234', '2', '3', '0'])
  within(item).getByText('Oldest waiting: 5 minutes ago')
  screen.getByText('Working')
  screen.getByText('Whatever was stored has been queued.')
})

test('a worker that is absent and work that is not queued are told', async () => {
  const since = new Date(Date.now() - 3_600_000).toISOString()
  await openQueues({
    ...healthy,
    worker: 'ABSENT',
    workerReportedAt: since,
    unpublishedLeads: 3,
    oldestUnpublishedAt: since,
  })
  const section = screen.getByRole('region', { name: 'Background work' }).textContent
  expect(section).toContain('The last report came 1 hour ago. Jobs wait until a worker runs.')
  expect(section).toContain('3 leads have work that is stored and waits to be queued, the oldest of it 1 hour ago.')
})

test('while Redis is away the screen says so in place of what cannot be seen', async () => {
  const unknown = { waiting: null, delayed: null, active: null, failed: null, retryable: null }
  await openQueues({
    ...healthy,
    isRedisAway: true,
    worker: 'UNKNOWN',
    workerReportedAt: null,
    queues: [queue('LEADS', unknown), queue('MAIL', { ...unknown, failed: 0, retryable: 0 })],
  })
  expect(screen.getByRole('alert').textContent).toContain('Redis, which holds the queues, is away.')
  screen.getByText('Not to be seen at the moment')
  expect(screen.queryByText('Nothing has failed')).toBeNull()
})

test('a failed job names its lead and its error, and Retry takes it off the list', async () => {
  const { user, sent } = await openQueues(withFailed, [job])
  const link = await screen.findByRole('link', { name: 'KB-ABC234' })
  expect(link.getAttribute('href')).toBe('/admin/leads/7')
  screen.getByText('The firm could not be read')
  await user.click(screen.getByRole('button', { name: 'Retry New lead: confirmation and first offers, KB-ABC234' }))
  await screen.findByText('Retried: New lead: confirmation and first offers, KB-ABC234')
  await screen.findByText('Nothing has failed')
  expect(sent).toEqual([{ operation: 'RetryJob', variables: { queue: 'LEADS', id: 'lead-7-submitted' } }])
})

test('Discard says what it means and asks for a reason', async () => {
  const { user, sent } = await openQueues(withFailed, [job])
  await user.click(await screen.findByRole('button', { name: /^Discard New lead/ }))
  dialog().getByText(/^Its work is given up and nothing brings it back/)
  await enter(user, dialog().getByRole('textbox', { name: 'Reason' }), 'Settled by phone')
  await user.click(dialog().getByRole('button', { name: 'Discard' }))
  await screen.findByText('Discarded: New lead: confirmation and first offers, KB-ABC234')
  const variables = { queue: 'LEADS', id: 'lead-7-submitted', reason: 'Settled by phone' }
  expect(sent).toEqual([{ operation: 'DiscardJob', variables }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a reason that the server rejects is named at its field, and the dialog stays', async () => {
  const fields = { reason: ['Give a reason of 3 to 200 characters.'] }
  const { user } = await openQueues(withFailed, [job], { message: 'Check.', code: 'BAD_USER_INPUT', fields })
  await user.click(await screen.findByRole('button', { name: /^Discard New lead/ }))
  await user.click(dialog().getByRole('button', { name: 'Discard' }))
  await dialog().findByText('Give a reason of 3 to 200 characters.')
  expect(dialog().getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true')
})

test('Retry all failed shows the count before it starts', async () => {
  const { user, sent } = await openQueues(withFailed, [job])
  await user.click(await screen.findByRole('button', { name: 'Retry all failed (1)' }))
  dialog().getByText(/^1 failed job of Leads and offers will be tried again/)
  expect(sent).toEqual([])
  await user.click(dialog().getByRole('button', { name: 'Retry all' }))
  await screen.findByText('Retried 1 job')
  expect(sent).toEqual([{ operation: 'RetryFailedJobs', variables: { queue: 'LEADS' } }])
})

test('an email that cannot be retried shows what to do instead', async () => {
  await openQueues(withFailed, [
    { ...job, id: 'a', work: 'offer', canRetry: false },
    { ...job, id: 'b', work: 'invitation', leadId: null, reference: null, canRetry: false },
    { ...job, id: 'c', work: 'mention', canRetry: false },
  ])
  await screen.findByText('Its offer is closed. Offer the job again from the lead.')
  screen.getByText('Send a new one from User Management.')
  screen.getByText('Tell the colleague yourself.')
  expect(screen.queryByRole('button', { name: /^Retry Offer/ })).toBeNull()
})

test('the tab of a queue is chosen by keyboard', async () => {
  const { user } = await openQueues(withFailed, [job])
  await screen.findByText('The firm could not be read')
  screen.getByRole('tab', { name: 'Leads and offers (1)' }).focus()
  await user.keyboard('{ArrowRight}{Enter}')
  expect(screen.getByRole('tab', { name: 'Emails' }).getAttribute('aria-selected')).toBe('true')
  await screen.findByText('Nothing has failed')
})

test('work of another release is shown under its own name', () => {
  expect(workLabel('lead.praised')).toBe('lead.praised')
  expect(workLabel('toString')).toBe('toString')
  expect(jobTitle({ work: 'leads.export', reference: null, requestedBy: 'Ada' })).toBe('File of leads, Ada')
})
