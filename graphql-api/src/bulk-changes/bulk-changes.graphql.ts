import {
  bulkChangeKinds,
  bulkChangeStates,
  doneIn,
  type BulkChange,
  type SkippedLeads,
} from '@kerbside/schema/bulk-changes/bulk-change'
import { builder, enumValues } from '../graphql/builder.ts'
import { LeadFilterInput, LeadStatusEnum } from '../leads/lead.type.ts'
import { AssigneeType } from '../users/users.graphql.ts'
import { dismissBulkChange, latestBulkChange, startBulkChange, stopBulkChange } from './bulk-changes.service.ts'

const KindEnum = builder.enumType('BulkChangeKind', {
  values: enumValues(bulkChangeKinds, { message: 'An email to each homeowner.' }),
})

const StateEnum = builder.enumType('BulkChangeState', {
  values: enumValues(bulkChangeStates, { waiting: 'Nobody works on it yet.' }),
})

const LeadRefType = builder.objectRef<SkippedLeads['leads'][number]>('LeadRef').implement({
  fields: (t) => ({ id: t.exposeID('id'), reference: t.exposeString('reference') }),
})

const SkippedLeadsType = builder.objectRef<SkippedLeads>('SkippedLeads').implement({
  description: 'Leads that were left out for one reason.',
  fields: (t) => ({
    message: t.exposeString('message'),
    count: t.exposeInt('count'),
    leads: t.expose('leads', { type: [LeadRefType], description: 'The first of them.' }),
  }),
})

const BulkChangeType = builder.objectRef<BulkChange>('BulkChange').implement({
  description: 'A change of many leads that the server works through by itself.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: KindEnum, resolve: ({ action }) => action.kind }),
    status: t.field({
      type: LeadStatusEnum,
      nullable: true,
      description: 'Of STATUS: where the leads move.',
      resolve: ({ action }) => (action.kind === 'status' ? action.status : null),
    }),
    assignedTo: t.field({
      type: AssigneeType,
      nullable: true,
      description: 'Of ASSIGN; null if the leads are taken from whoever has them.',
      resolve: ({ action }) => (action.kind === 'assign' ? action.assignedTo : null),
    }),
    followUpAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Of FOLLOW_UP; null if it is cleared.',
      resolve: ({ action }) => (action.kind === 'follow-up' ? action.followUpAt : null),
    }),
    state: t.expose('state', { type: StateEnum }),
    total: t.exposeInt('total', { nullable: true, description: 'Leads in all; null while they are being listed.' }),
    done: t.int({ description: 'Leads worked on so far.', resolve: doneIn }),
    changed: t.exposeInt('changed'),
    unchanged: t.exposeInt('unchanged', { description: 'They were so already.' }),
    skipped: t.expose('skipped', { type: [SkippedLeadsType] }),
    error: t.exposeString('error', { nullable: true, description: 'Of FAILED: why.' }),
  }),
})

const SeenLeadInput = builder.inputType('SeenLead', {
  fields: (t) => ({
    id: t.id({ required: true }),
    version: t.int({ required: true, description: 'A lead that has another one by then is skipped.' }),
  }),
})

builder.queryField('bulkChange', (t) =>
  t.field({
    type: BulkChangeType,
    nullable: true,
    description: 'The latest that one has asked for oneself, until its report is dismissed.',
    resolve: (_root, _args, ctx) => latestBulkChange(ctx),
  }),
)

builder.mutationFields((t) => ({
  startBulkChange: t.field({
    type: BulkChangeType,
    description: 'Has the leads changed, or all that the filter leaves. The same id again changes nothing twice.',
    args: {
      id: t.arg.id({ required: true, description: 'A UUID made by the client, one for each change.' }),
      filter: t.arg({ type: LeadFilterInput, description: 'Instead of `leads`; an empty one stands for all leads.' }),
      leads: t.arg({ type: [SeenLeadInput], description: 'Those that were selected, as they were seen; at most 200.' }),
      kind: t.arg({ type: KindEnum, required: true }),
      userId: t.arg.id({ description: 'Of ASSIGN; null takes the leads from whoever has them.' }),
      status: t.arg({ type: LeadStatusEnum }),
      note: t.arg.string({ description: 'Of STATUS: kept with each move; for lost leads it is the reason too.' }),
      message: t.arg.string({ description: 'Of MESSAGE.' }),
      followUpAt: t.arg({ type: 'DateTime', description: 'Of FOLLOW_UP; null clears it.' }),
    },
    resolve: (_root, { followUpAt, ...args }, ctx) => startBulkChange(ctx, { ...args, followUpAt: followUpAt ?? null }),
  }),
  stopBulkChange: t.field({
    type: BulkChangeType,
    description: 'What is changed by then stays changed.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => stopBulkChange(ctx, id),
  }),
  dismissBulkChange: t.field({
    type: BulkChangeType,
    description: 'Closes the report of one that is over.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => dismissBulkChange(ctx, id),
  }),
}))
