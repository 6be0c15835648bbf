import { bulkChangeKinds } from '@kerbside/schema/bulk-changes/bulk-change'
import { maxRetries, queueNames } from '@kerbside/schema/events/event.jobs'
import { builder, enumValues, toConnection, totalCount } from '../graphql/builder.ts'
import {
  discardJob,
  failedCursorOf,
  listFailedJobs,
  queueOverview,
  retryFailedJobs,
  retryJob,
  workerStates,
  type JobQueue,
  type ListedJob,
  type QueueOverview,
} from './queues.service.ts'
import { longWorkKinds, stopWork, workUnderWay, type LongWork } from './work-under-way.ts'

const QueueNameEnum = builder.enumType('QueueName', {
  values: enumValues(queueNames, {
    leads: 'What follows a new lead, an offer, a decision of a firm and a sent quote.',
    mail: 'Emails.',
    webhooks: 'Messages to firms’ own systems.',
    exports: 'Files of leads.',
    periodic: 'What is due by the clock, like alerts and deleting what is old. It remembers no failed jobs.',
  }),
})

const WorkerStateEnum = builder.enumType('WorkerState', {
  values: enumValues(workerStates, {
    absent: 'None has reported for two minutes.',
    unknown: 'Workers report in Redis, which is away.',
  }),
})

const JobQueueType = builder.objectRef<JobQueue>('JobQueue').implement({
  description: 'A figure is null while Redis is away.',
  fields: (t) => ({
    name: t.expose('name', { type: QueueNameEnum }),
    waiting: t.exposeInt('waiting', { nullable: true }),
    delayed: t.exposeInt('delayed', {
      nullable: true,
      description: 'Tried before, and waiting for the next try; of PERIODIC, its next runs.',
    }),
    active: t.exposeInt('active', { nullable: true }),
    failed: t.exposeInt('failed', { nullable: true, description: 'Given up until somebody decides.' }),
    retryable: t.exposeInt('retryable', { nullable: true, description: 'Failed ones that can be retried.' }),
    oldestWaitingAt: t.expose('oldestWaitingAt', { type: 'DateTime', nullable: true }),
  }),
})

const QueueOverviewType = builder.objectRef<QueueOverview>('QueueOverview').implement({
  fields: (t) => ({
    isRedisAway: t.exposeBoolean('isRedisAway'),
    redisMayEvict: t.exposeBoolean('redisMayEvict', {
      nullable: true,
      description: 'Redis may throw jobs away when its memory is full; null while that is not known.',
    }),
    worker: t.expose('worker', { type: WorkerStateEnum }),
    workerReportedAt: t.expose('workerReportedAt', { type: 'DateTime', nullable: true }),
    unpublishedLeads: t.exposeInt('unpublishedLeads', {
      description: 'Leads with events that are stored and not queued yet.',
    }),
    oldestUnpublishedAt: t.expose('oldestUnpublishedAt', { type: 'DateTime', nullable: true }),
    queues: t.expose('queues', { type: [JobQueueType] }),
  }),
})

const FailedJobType = builder.objectRef<ListedJob>('FailedJob').implement({
  description: 'Work that failed and that an admin retries or discards.',
  fields: (t) => ({
    id: t.exposeID('id'),
    work: t.exposeString('work', { description: 'The name of the job, or the kind of the email.' }),
    leadId: t.id({ nullable: true, resolve: ({ leadId }) => (leadId === null ? null : String(leadId)) }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: 'The lead’s. Null when it is about no lead, or about one that was deleted.',
    }),
    requestedBy: t.exposeString('requestedBy', {
      nullable: true,
      description: 'The colleague who asked for a file of leads.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'One line.' }),
    attempts: t.exposeInt('attempts', { nullable: true, description: 'Null where tries are not counted.' }),
    failedAt: t.expose('failedAt', { type: 'DateTime' }),
    canRetry: t.exposeBoolean('canRetry', {
      description: 'False of the email of a closed offer and of an email to a user.',
    }),
  }),
})

const FailedJobConnection = builder.connectionObject(
  {
    type: FailedJobType,
    name: 'FailedJobConnection',
    fields: (t) => ({ totalCount: t.int({ resolve: totalCount }) }),
  },
  { name: 'FailedJobEdge' },
)

const LongWorkKindEnum = builder.enumType('LongWorkKind', { values: enumValues(longWorkKinds) })

const LongWorkType = builder.objectRef<LongWork>('LongWork').implement({
  description: 'Work of minutes that a colleague has asked for and that is not over yet.',
  fields: (t) => ({
    kind: t.expose('kind', { type: LongWorkKindEnum }),
    id: t.exposeID('id'),
    requestedBy: t.exposeString('requestedBy'),
    action: t.exposeString('action', {
      nullable: true,
      description: `Of BULK_CHANGE what it does: ${bulkChangeKinds.join(', ')}.`,
    }),
    done: t.exposeInt('done', { description: 'Leads; of IMPORT rows of the file.' }),
    total: t.exposeInt('total', { nullable: true, description: 'Null while it is not known.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  workUnderWay: t.field({
    type: [LongWorkType],
    description: 'Bulk changes, imports and exports that are under way, oldest first.',
    resolve: (_root, _args, ctx) => workUnderWay(ctx),
  }),
  queues: t.field({
    type: QueueOverviewType,
    description: 'How the queues of background work are doing.',
    resolve: (_root, _args, ctx) => queueOverview(ctx),
  }),
  failedJobs: t.field({
    type: FailedJobConnection,
    args: { queue: t.arg({ type: QueueNameEnum, required: true }), first: t.arg.int(), after: t.arg.string() },
    description: 'Newest first.',
    resolve: async (_root, { queue, ...args }, ctx) =>
      toConnection(await listFailedJobs(ctx, queue, args), failedCursorOf),
  }),
}))

builder.mutationFields((t) => ({
  stopWork: t.boolean({
    description: 'Stops a bulk change, import or export, whoever asked for it. What is done by then stays done.',
    args: { kind: t.arg({ type: LongWorkKindEnum, required: true }), id: t.arg.id({ required: true }) },
    resolve: (_root, { kind, id }, ctx) => stopWork(ctx, kind, id),
  }),
  retryJob: t.boolean({
    description: 'Has a failed job run again, with all its attempts.',
    args: { queue: t.arg({ type: QueueNameEnum, required: true }), id: t.arg.id({ required: true }) },
    resolve: (_root, { queue, id }, ctx) => retryJob(ctx, queue, id),
  }),
  discardJob: t.boolean({
    description: 'Gives a failed job up for good.',
    args: {
      queue: t.arg({ type: QueueNameEnum, required: true }),
      id: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true }),
    },
    resolve: (_root, { queue, id, reason }, ctx) => discardJob(ctx, queue, id, { reason }),
  }),
  retryFailedJobs: t.int({
    description: `Retries the failed jobs of a queue, the oldest ${maxRetries} at most. Returns how many.`,
    args: { queue: t.arg({ type: QueueNameEnum, required: true }) },
    resolve: (_root, { queue }, ctx) => retryFailedJobs(ctx, queue),
  }),
}))
