import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'

/** Milliseconds between two looks at the queues, while the screen is visible. */
const refreshMs = 5_000
export const jobsPerPage = 25

const Queues = graphql(`
  query Queues {
    queues {
      isRedisAway
      redisMayEvict
      worker
      workerReportedAt
      unpublishedLeads
      oldestUnpublishedAt
      queues {
        name
        waiting
        delayed
        active
        failed
        retryable
        oldestWaitingAt
      }
    }
  }
`)
export type QueueOverview = ResultOf<typeof Queues>['queues']
export type JobQueue = QueueOverview['queues'][number]
export type QueueName = JobQueue['name']

export const queueKeys = { all: ['queues'], failed: (queue: QueueName) => ['queues', 'failed', queue] } as const

export const queueOverview = () =>
  queryOptions({
    queryKey: [...queueKeys.all, 'overview'],
    queryFn: async () => (await query(Queues, {})).queues,
    refetchInterval: refreshMs,
  })

const FailedJobs = graphql(`
  query FailedJobs($queue: QueueName!, $first: Int, $after: String) {
    failedJobs(queue: $queue, first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        work
        leadId
        reference
        requestedBy
        error
        attempts
        failedAt
        canRetry
      }
    }
  }
`)
export type FailedJobPage = ResultOf<typeof FailedJobs>['failedJobs']
export type FailedJob = FailedJobPage['nodes'][number]

/** Newest first; `after` is the server's cursor. */
export const failedJobs = (queue: QueueName, after: string | null) =>
  queryOptions({
    queryKey: [...queueKeys.failed(queue), { after }],
    queryFn: async () => (await query(FailedJobs, { queue, first: jobsPerPage, after })).failedJobs,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

const WorkUnderWay = graphql(`
  query WorkUnderWay {
    workUnderWay {
      kind
      id
      requestedBy
      action
      done
      total
      startedAt
    }
  }
`)
export type LongWork = ResultOf<typeof WorkUnderWay>['workUnderWay'][number]

/** What colleagues have asked for and is not over; oldest first. */
export const workUnderWay = () =>
  queryOptions({
    queryKey: [...queueKeys.all, 'under-way'],
    queryFn: async () => (await query(WorkUnderWay, {})).workUnderWay,
    refetchInterval: refreshMs,
  })

const StopWork = graphql(`
  mutation StopWork($kind: LongWorkKind!, $id: ID!) {
    stopWork(kind: $kind, id: $id)
  }
`)
export const stopWork = ({ kind, id }: LongWork) => mutate(StopWork, { kind, id })

const RetryJob = graphql(`
  mutation RetryJob($queue: QueueName!, $id: ID!) {
    retryJob(queue: $queue, id: $id)
  }
`)
export const retryJob = (queue: QueueName, id: string) => mutate(RetryJob, { queue, id })

const DiscardJob = graphql(`
  mutation DiscardJob($queue: QueueName!, $id: ID!, $reason: String!) {
    discardJob(queue: $queue, id: $id, reason: $reason)
  }
`)
export const discardJob = (queue: QueueName, id: string, reason: string) => mutate(DiscardJob, { queue, id, reason })

const RetryFailedJobs = graphql(`
  mutation RetryFailedJobs($queue: QueueName!) {
    retryFailedJobs(queue: $queue)
  }
`)
export const retryFailedJobs = async (queue: QueueName) => (await mutate(RetryFailedJobs, { queue })).retryFailedJobs
