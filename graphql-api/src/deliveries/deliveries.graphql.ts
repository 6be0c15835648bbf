import {
  deliveryStates,
  leadEmailKinds,
  webhookKinds,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryBounce,
  type DeliveryTemplate,
} from '@kerbside/schema/deliveries/delivery'
import { builder, enumValues } from '../graphql/builder.ts'
import {
  currentMailOutage,
  currentWorkerAbsence,
  outageKinds,
  retryDelivery,
  type MailOutageNotice,
  type WorkerAbsence,
} from './deliveries.service.ts'

const shownKinds = [...leadEmailKinds, ...webhookKinds] as const
const DeliveryKindEnum = builder.enumType('DeliveryKind', { values: enumValues(shownKinds) })

const DeliveryStateEnum = builder.enumType('DeliveryState', {
  values: enumValues(deliveryStates, {
    failed: 'Given up; it can be sent again on demand.',
    bounced: 'Sent, and it came back.',
  }),
})

const MailOutageKindEnum = builder.enumType('MailOutageKind', { values: enumValues(outageKinds) })

const DeliveryAttemptType = builder.objectRef<DeliveryAttempt>('DeliveryAttempt').implement({
  description: 'One try at sending an email or a webhook.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    milliseconds: t.exposeInt('ms', { description: 'Until the other side answered or the try ended.' }),
    round: t.exposeInt('round', { description: 'From 1 on it is a resend: 1 of the first one, and so on.' }),
    code: t.exposeInt('code', {
      nullable: true,
      description: 'The reply code of SMTP, or of a webhook the status of HTTP; null when no answer came.',
    }),
    answer: t.exposeString('answer', {
      description: 'The beginning of the answer or the network’s error, without addresses.',
    }),
  }),
})

const DeliveryBounceType = builder.objectRef<DeliveryBounce>('DeliveryBounce').implement({
  description: 'An email that was sent and came back.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    hard: t.exposeBoolean('hard', { description: 'The address takes no email. Otherwise it might later.' }),
    status: t.exposeString('status', { description: 'As in RFC 3463: 5.1.1.' }),
    reason: t.exposeString('reason', { description: 'What the mail server said, without addresses; may be empty.' }),
    pauses: t.exposeBoolean('pauses', {
      description: 'The homeowner gets no more emails about this lead, until one that bounced is sent again.',
    }),
  }),
})

const DeliveryTemplateType = builder.objectRef<DeliveryTemplate>('DeliveryTemplate').implement({
  description: 'The template that an email was made with.',
  fields: (t) => ({
    name: t.exposeString('name'),
    version: t.exposeString('version', { description: 'A changed template has another version.' }),
  }),
})

export const DeliveryType = builder.objectRef<Delivery>('Delivery').implement({
  description:
    'One email of a lead, one per purpose and recipient and one per quote; or a message to a firm’s webhook.',
  fields: (t) => ({
    id: t.exposeID('id'),
    leadId: t.id({
      nullable: true,
      description: 'Null of the test of a webhook.',
      resolve: ({ leadId }) => (leadId === null ? null : String(leadId)),
    }),
    kind: t.field({ type: DeliveryKindEnum, resolve: ({ kind }) => kind as (typeof shownKinds)[number] }),
    contractorId: t.exposeID('contractorId', {
      nullable: true,
      description: 'The firm it goes to or tells of; null for the confirmation and quotes.',
    }),
    state: t.expose('state', { type: DeliveryStateEnum }),
    attempts: t.exposeInt('attempts', { description: 'Tries at sending so far.' }),
    attemptLog: t.field({
      type: [DeliveryAttemptType],
      description: 'The latest 20 of these tries, oldest first.',
      resolve: ({ attemptLog }) => attemptLog ?? [],
    }),
    messageId: t.exposeString('messageId', { nullable: true, description: 'Null until it was first tried.' }),
    template: t.expose('template', {
      type: DeliveryTemplateType,
      nullable: true,
      description: 'As of the latest try; null before the first.',
    }),
    bounce: t.expose('bounce', { type: DeliveryBounceType, nullable: true }),
    lastError: t.exposeString('lastError', { nullable: true }),
    refused: t.exposeBoolean('refused', {
      description:
        'With FAILED: the receiving side rejected it for good. Otherwise it was not taken for 72 hours. With QUEUED: it rejected it once.',
    }),
    nextTryAt: t.expose('nextTryAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
  }),
})

const MailOutageType = builder.objectRef<MailOutageNotice>('MailOutage').implement({
  description: 'The mail server takes no email at all: every email waits, and goes out by itself when it is back.',
  fields: (t) => ({
    kind: t.expose('kind', { type: MailOutageKindEnum }),
    since: t.expose('since', { type: 'DateTime' }),
    nextTryAt: t.expose('nextTryAt', { type: 'DateTime' }),
    lastError: t.exposeString('lastError'),
    waiting: t.exposeInt('waiting', { description: 'Mails that are not out yet.' }),
  }),
})

builder.queryField('mailOutage', (t) =>
  t.field({
    type: MailOutageType,
    nullable: true,
    description: 'Null while the mail server takes mail.',
    resolve: (_root, _args, ctx) => currentMailOutage(ctx),
  }),
)

const WorkerAbsenceType = builder.objectRef<WorkerAbsence>('WorkerAbsence').implement({
  description: 'No worker runs: emails and offers wait, and go out by themselves when one runs again.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'When a worker reported last.' }),
  }),
})

builder.queryField('workerAbsence', (t) =>
  t.field({
    type: WorkerAbsenceType,
    nullable: true,
    description: 'Null while a worker has reported within two minutes.',
    resolve: (_root, _args, ctx) => currentWorkerAbsence(ctx),
  }),
)

builder.mutationField('retryDelivery', (t) =>
  t.field({
    type: DeliveryType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => retryDelivery(ctx, id),
  }),
)
