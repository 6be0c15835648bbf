import { deliveryStates, leadMailKinds, type Delivery, type LeadMailKind } from '@kerbside/schema/deliveries/delivery'
import { builder, enumValues } from '../graphql/builder.ts'
import {
  currentMailOutage,
  currentWorkerAbsence,
  outageKinds,
  retryDelivery,
  type MailOutageNotice,
  type WorkerAbsence,
} from './deliveries.service.ts'

const DeliveryKindEnum = builder.enumType('DeliveryKind', { values: enumValues(leadMailKinds) })

const DeliveryStateEnum = builder.enumType('DeliveryState', {
  values: enumValues(deliveryStates, { failed: 'Given up; it can be sent again on demand.' }),
})

const MailOutageKindEnum = builder.enumType('MailOutageKind', { values: enumValues(outageKinds) })

export const DeliveryType = builder.objectRef<Delivery>('Delivery').implement({
  description: 'One mail of a lead: one per purpose and recipient, and one per quote.',
  fields: (t) => ({
    id: t.exposeID('id'),
    leadId: t.id({ resolve: ({ leadId }) => String(leadId) }),
    kind: t.field({ type: DeliveryKindEnum, resolve: ({ kind }) => kind as LeadMailKind }),
    contractorId: t.exposeID('contractorId', {
      nullable: true,
      description: 'The firm it goes to or tells of; null for the confirmation and quotes.',
    }),
    state: t.expose('state', { type: DeliveryStateEnum }),
    attempts: t.exposeInt('attempts', { description: 'Tries at sending so far.' }),
    lastError: t.exposeString('lastError', { nullable: true }),
    refused: t.exposeBoolean('refused', {
      description: 'With FAILED: the receiving side refused it for good. Otherwise it was not taken for 72 hours.',
    }),
    nextTryAt: t.expose('nextTryAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
  }),
})

const MailOutageType = builder.objectRef<MailOutageNotice>('MailOutage').implement({
  description: 'The mail server takes no mail at all: every mail waits, and goes out by itself when it is back.',
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
