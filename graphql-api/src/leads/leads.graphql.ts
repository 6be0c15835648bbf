import type { Sum } from '@kerbside/schema/amount'
import { leadValue } from '@kerbside/schema/estimates/estimate'
import { leadStatuses, type LeadStats } from '@kerbside/schema/leads/lead'
import type { LeadTotal } from '@kerbside/schema/leads/list/lead-filter'
import { builder, toConnection, toLazyConnection } from '../graphql/builder.ts'
import {
  CallOutcomeEnum,
  CurrencyEnum,
  LeadContactKindEnum,
  LeadFilterInput,
  LeadStatusEnum,
  LeadType,
} from './lead.type.ts'
import {
  deleteLeads,
  leadStats,
  leadsValue,
  openLead,
  openLeads,
  otherLeads,
  type DeletedLeads,
} from './leads.service.ts'
import {
  addLeadNote,
  assignLeads,
  logLeadContact,
  setLeadFollowUp,
  undoLeadStatus,
  updateLeadStatus,
} from './work-lead.ts'

const LeadSortEnum = builder.enumType('LeadSort', {
  values: {
    CREATED_AT_DESC: { value: 'newest' },
    CREATED_AT_ASC: { value: 'oldest' },
    UPDATED_AT_DESC: { value: 'recentlyUpdated' },
    UPDATED_AT_ASC: { value: 'longestUnchanged' },
    NAME_ASC: { value: 'nameAToZ' },
    NAME_DESC: { value: 'nameZToA' },
    PRIORITY_DESC: { value: 'highestPriority', description: 'High first, the newest of each first.' },
    PRIORITY_ASC: { value: 'lowestPriority' },
    FOLLOW_UP_ASC: { value: 'nextFollowUp', description: 'Those without a date come last, either way.' },
    FOLLOW_UP_DESC: { value: 'lastFollowUp' },
  } as const,
})

export const SumType = builder.objectRef<Sum>('PriceSum').implement({
  fields: (t) => ({
    currency: t.expose('currency', { type: CurrencyEnum }),
    amount: t.exposeFloat('amount', { description: 'Whole pence or cents.' }),
  }),
})

builder.objectField(LeadType, 'value', (t) =>
  t.field({
    type: SumType,
    nullable: true,
    description: 'The chosen price with its extra work, or else the lowest open one.',
    resolve: ({ estimates }) => leadValue(estimates),
  }),
)

/** What a connection of leads is asked for beside its page. */
type Totals = { total: () => Promise<LeadTotal>; value: () => Promise<Sum[]> }
const totalsOf = (connection: unknown) => connection as Totals

const LeadStatsType = builder.objectRef<LeadStats>('LeadStats').implement({
  fields: (t) => ({
    total: t.exposeInt('total'),
    ...Object.fromEntries(leadStatuses.map((status) => [status, t.exposeInt(status)])),
    conversionRate: t.exposeInt('conversionRate', { description: 'Converted of total, in whole percent.' }),
    thisWeek: t.exposeInt('thisWeek', { description: 'Received in the seven days up to today, by London’s calendar.' }),
  }),
})

const DeleteLeadsPayload = builder.objectRef<DeletedLeads>('DeleteLeadsPayload').implement({
  fields: (t) => ({ deletedIds: t.exposeIDList('deletedIds'), skippedIds: t.exposeIDList('skippedIds') }),
})

const changeId = 'A UUID made by the client for this change; sent again, nothing is changed again.'

builder.queryFields((t) => ({
  lead: t.field({
    type: LeadType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => openLead(ctx, id),
  }),
  otherLeads: t.field({
    type: [LeadType],
    description: 'Other leads with the same email or mobile as this one, newest first; at most 10.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => otherLeads(ctx, id),
  }),
  leads: t.connection(
    {
      type: LeadType,
      args: { filter: t.arg({ type: LeadFilterInput }), sort: t.arg({ type: LeadSortEnum }) },
      resolve: async (_root, args, ctx) => {
        const { page, total } = await openLeads(ctx, args)
        const totals: Totals = { total, value: () => leadsValue(ctx, args.filter) }
        return toLazyConnection(async () => {
          const read = await page()
          return toConnection(read, read.cursorOf)
        }, totals)
      },
    },
    {
      name: 'LeadConnection',
      fields: (c) => ({
        totalCount: c.int({
          description: 'Exact up to 10,000, with a search up to 2,000. Asked for alone, no page is read.',
          resolve: async (connection) => (await totalsOf(connection).total()).count,
        }),
        totalIsCapped: c.boolean({
          description: 'There are more than totalCount.',
          resolve: async (connection) => (await totalsOf(connection).total()).isCapped,
        }),
        value: c.field({
          type: [SumType],
          description: 'What all leads that match are worth, each currency by itself.',
          resolve: (connection) => totalsOf(connection).value(),
        }),
      }),
    },
    { name: 'LeadEdge' },
  ),
  leadStats: t.field({
    type: LeadStatsType,
    args: { filter: t.arg({ type: LeadFilterInput }) },
    resolve: (_root, { filter }, ctx) => leadStats(ctx, filter),
  }),
}))

builder.mutationFields((t) => ({
  updateLeadStatus: t.field({
    type: LeadType,
    args: {
      id: t.arg.id({ required: true }),
      status: t.arg({ type: LeadStatusEnum, required: true }),
      note: t.arg.string({ description: 'Kept with the move; for a lost lead it is the reason too.' }),
      version: t.arg.int({ description: 'Of the lead that was seen; a stale one is a CONFLICT.' }),
      changeId: t.arg.id({ description: changeId }),
    },
    resolve: (_root, args, ctx) => updateLeadStatus(ctx, args),
  }),
  undoLeadStatus: t.field({
    type: LeadType,
    description: 'Takes one’s own latest move back, within a minute and while nobody has changed the lead since.',
    args: { id: t.arg.id({ required: true }), version: t.arg.int({ required: true }) },
    resolve: (_root, args, ctx) => undoLeadStatus(ctx, args),
  }),
  addLeadNote: t.field({
    type: LeadType,
    args: {
      id: t.arg.id({ required: true }),
      text: t.arg.string({
        required: true,
        description: '@ and the full name of an assignee mentions that person, who gets an email.',
      }),
      changeId: t.arg.id({ description: changeId }),
    },
    resolve: (_root, args, ctx) => addLeadNote(ctx, args),
  }),
  assignLeads: t.field({
    type: [LeadType],
    description: 'The leads as they are now; ids of no lead are left out.',
    args: {
      ids: t.arg.idList({ required: true }),
      userId: t.arg.id({ description: 'Null takes the leads from whoever has them.' }),
      version: t.arg.int({ description: 'Of the lead that was seen, if it is one; a stale one is a CONFLICT.' }),
      changeId: t.arg.id({ description: changeId }),
    },
    resolve: (_root, args, ctx) => assignLeads(ctx, args),
  }),
  setLeadFollowUp: t.field({
    type: LeadType,
    args: {
      id: t.arg.id({ required: true }),
      followUpAt: t.arg({ type: 'DateTime', description: 'Null clears it.' }),
      version: t.arg.int({ description: 'Of the lead that was seen; a stale one is a CONFLICT.' }),
      changeId: t.arg.id({ description: changeId }),
    },
    resolve: (_root, { followUpAt, ...args }, ctx) => setLeadFollowUp(ctx, { ...args, followUpAt: followUpAt ?? null }),
  }),
  logLeadContact: t.field({
    type: LeadType,
    description: 'Records that the person called or emailed the homeowner. The status stays.',
    args: {
      id: t.arg.id({ required: true }),
      kind: t.arg({ type: LeadContactKindEnum, required: true }),
      outcome: t.arg({ type: CallOutcomeEnum, description: 'Of a call.' }),
      text: t.arg.string({ description: 'What is written about it, for colleagues; mentions people like a note.' }),
      changeId: t.arg.id({ description: changeId }),
    },
    resolve: (_root, { kind, text, ...args }, ctx) =>
      logLeadContact(ctx, { ...args, contact: kind, ...(text && { text }) }),
  }),
  deleteLeads: t.field({
    type: DeleteLeadsPayload,
    args: { ids: t.arg.idList({ required: true }) },
    resolve: (_root, { ids }, ctx) => deleteLeads(ctx, ids),
  }),
}))
