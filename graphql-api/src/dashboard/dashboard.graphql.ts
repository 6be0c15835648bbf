import { leadStatuses } from '@kerbside/schema/leads/lead'
import type { FigureTexts } from '@kerbside/schema/promise/measured-figures'
import { requireCan } from '@kerbside/schema/users/user'
import type { LeadFilter } from '@kerbside/schema/leads/list/lead-filter'
import { builder } from '../graphql/builder.ts'
import { LeadStatusEnum, LeadType } from '../leads/lead.type.ts'
import { SumType } from '../leads/leads.graphql.ts'
import {
  dashboardAwaitingConfirmation,
  dashboardAwaitingPrice,
  dashboardFigures,
  dashboardNearlyDue,
  dashboardNextLeads,
  dashboardPrices,
  dashboardPromise,
  dashboardReports,
  dashboardWeeks,
  ownFollowUps,
  publicFigures,
  type PublicFigures,
} from './dashboard.service.ts'
import type { Figure, FigureByStatus, KeyFigures, NamedFigure, Reports, WeekFigures } from './figures.ts'
import type { FirmPrices, PriceReports, PriceStage } from './price-reports.ts'
import type { AnswerDay, PromiseReport } from './promise.ts'

const FigureFilterType = builder.objectRef<LeadFilter>('LeadFigureFilter').implement({
  description: 'The LeadFilter of the list that has just the leads of a figure.',
  fields: (t) => ({
    status: t.field({ type: LeadStatusEnum, nullable: true, resolve: ({ status }) => status ?? null }),
    assignedTo: t.id({ nullable: true, resolve: ({ assignedTo }) => assignedTo ?? null }),
    from: t.field({ type: 'DateTime', nullable: true, resolve: ({ from }) => dateOf(from) }),
    to: t.field({ type: 'DateTime', nullable: true, resolve: ({ to }) => dateOf(to) }),
    source: t.string({ nullable: true, resolve: ({ source }) => source ?? null }),
    followUp: t.boolean({ nullable: true, resolve: ({ followUp }) => followUp ?? null }),
    pending: t.boolean({ nullable: true, resolve: ({ pending }) => pending ?? null }),
    waiting: t.boolean({ nullable: true, resolve: ({ waiting }) => waiting ?? null }),
    awaitingPrice: t.boolean({ nullable: true, resolve: ({ awaitingPrice }) => awaitingPrice ?? null }),
    awaitingConfirmation: t.boolean({
      nullable: true,
      resolve: ({ awaitingConfirmation }) => awaitingConfirmation ?? null,
    }),
    area: t.string({ nullable: true, resolve: ({ area }) => area ?? null }),
  }),
})

const dateOf = (date: unknown) => (date instanceof Date ? date : null)

export const FigureType = builder.objectRef<Figure>('LeadFigure').implement({
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Exact up to 10,000.' }),
    isCapped: t.exposeBoolean('isCapped', { description: 'There are more than count.' }),
    filter: t.expose('filter', { type: FigureFilterType }),
  }),
})

export const NamedFigureType = builder.objectRef<NamedFigure>('NamedLeadFigure').implement({
  fields: (t) => ({ name: t.exposeString('name'), figure: t.expose('figure', { type: FigureType }) }),
})

const KeyFiguresType = builder.objectRef<KeyFigures>('KeyFigures').implement({
  fields: (t) => ({
    total: t.expose('total', { type: FigureType }),
    pending: t.expose('pending', { type: FigureType, description: 'New, contacted or quoted.' }),
    thisWeek: t.expose('thisWeek', { type: FigureType, description: 'Received in the last 7 days of London.' }),
    waiting: t.expose('waiting', { type: FigureType, description: 'Of this week, answered by nobody yet.' }),
    ...Object.fromEntries(leadStatuses.map((status) => [status, t.expose(status, { type: FigureType })])),
    conversionRate: t.exposeInt('conversionRate', { description: 'Converted of all leads, in whole percent.' }),
  }),
})

const WeekFiguresType = builder.objectRef<WeekFigures>('WeekFigures').implement({
  description: 'The leads received in a week, and how many of them have a status today.',
  fields: (t) => ({
    received: t.expose('received', { type: FigureType }),
    contacted: t.expose('contacted', { type: FigureType }),
    quoted: t.expose('quoted', { type: FigureType }),
    converted: t.expose('converted', { type: FigureType }),
  }),
})

const StatusCountType = builder.objectRef<NamedFigure>('StatusCount').implement({
  description:
    'The leads of a figure that have this status today; their list has the filter of the figure and the status.',
  fields: (t) => ({
    name: t.exposeString('name'),
    count: t.int({ resolve: ({ figure }) => figure.count }),
    isCapped: t.boolean({ resolve: ({ figure }) => figure.isCapped }),
  }),
})

export const FigureByStatusType = builder.objectRef<FigureByStatus>('LeadFigureByStatus').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    figure: t.expose('figure', { type: FigureType }),
    statuses: t.expose('statuses', { type: [StatusCountType], description: 'Those that there are.' }),
  }),
})

const ReportsType = builder.objectRef<Reports>('LeadReports').implement({
  description: 'The leads received in the last 30 days of London, today included.',
  fields: (t) => ({
    days: t.expose('days', { type: [FigureByStatusType], description: 'By day (YYYY-MM-DD), oldest first.' }),
    statuses: t.expose('statuses', { type: [NamedFigureType], description: 'By status today.' }),
    sources: t.expose('sources', { type: [FigureByStatusType], description: 'The eight most frequent by utm_source.' }),
    areas: t.expose('areas', { type: [NamedFigureType], description: 'The eight most frequent postcode areas.' }),
  }),
})

const answerMinutes = 'From receipt to the first answer, by a firm or by staff; null while half of the leads have none.'
const AnswerDayType = builder.objectRef<AnswerDay>('AnswerDay').implement({
  fields: (t) => ({
    name: t.exposeString('name', { description: 'YYYY-MM-DD' }),
    kept: t.exposeInt('kept'),
    missed: t.exposeInt('missed'),
    answerMinutes: t.exposeInt('answerMinutes', { nullable: true }),
  }),
})

export const PromiseReportType = builder.objectRef<PromiseReport>('PromiseReport').implement({
  description:
    'How the leads of this week, or of the period of a report, were answered; of more than 10,000 the newest.',
  fields: (t) => ({
    hours: t.exposeInt('hours', { description: 'In which homeowners are promised an answer (setting promiseHours).' }),
    kept: t.exposeInt('kept', { description: 'Answered in time.' }),
    missed: t.exposeInt('missed', { description: 'Answered later, or not yet though the time is over.' }),
    answerMinutes: t.exposeInt('answerMinutes', { nullable: true, description: answerMinutes }),
    medianMinutes: t.exposeInt('medianMinutes', {
      nullable: true,
      description: 'From receipt to the first acceptance by a firm.',
    }),
    days: t.expose('days', { type: [AnswerDayType], description: 'By day, or by week of a long period.' }),
  }),
})

const FigureTextsType = builder.objectRef<FigureTexts>('FigureTexts').implement({
  description: 'As the texts of pages write them, each under the name of its placeholder.',
  fields: (t) => ({
    medianResponse: t.exposeString('medianResponse'),
    firmsPerRequest: t.exposeString('firmsPerRequest'),
    answeredInTime: t.exposeString('answeredInTime'),
  }),
})

const PublicFiguresType = builder.objectRef<PublicFigures>('PublicFigures').implement({
  description: 'What the texts of pages may tell of the last 90 days.',
  fields: (t) => ({
    measuredAt: t.expose('measuredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null before the first time.',
    }),
    leads: t.exposeInt('leads', { description: 'That were measured.' }),
    texts: t.expose('texts', { type: FigureTextsType, nullable: true }),
    hiddenBecause: t.exposeString('hiddenBecause', {
      nullable: true,
      description: 'Why the pages do not show them today, in a sentence. Null: they do.',
    }),
  }),
})

const OwnFollowUpsType = builder.objectRef<Awaited<ReturnType<typeof ownFollowUps>>>('OwnFollowUps').implement({
  fields: (t) => ({
    figure: t.expose('figure', { type: FigureType }),
    leads: t.expose('leads', { type: [LeadType], description: 'The first five, the longest overdue first.' }),
  }),
})

const PriceStageType = builder.objectRef<PriceStage>('PriceStage').implement({
  fields: (t) => ({
    name: t.exposeString('name', { description: 'open, chosen or agreed' }),
    leads: t.exposeInt('leads'),
    sums: t.expose('sums', {
      type: [SumType],
      description: 'Of an open lead the lowest open price; of a chosen or agreed one also its extra work.',
    }),
  }),
})

const FirmPricesType = builder.objectRef<FirmPrices>('FirmPrices').implement({
  fields: (t) => ({
    contractorId: t.exposeID('contractorId'),
    contractorName: t.exposeString('contractorName'),
    accepted: t.exposeInt('accepted'),
    priced: t.exposeInt('priced', { description: 'Of the jobs that it accepted.' }),
    chosen: t.exposeInt('chosen', { description: 'Of the jobs that it accepted.' }),
    medianHours: t.exposeInt('medianHours', { nullable: true, description: 'From accepting to the first price.' }),
  }),
})

const DeclinedType = builder.objectRef<PriceReports['declined'][number]>('DeclinedPrices').implement({
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'too-dear, too-late, changed-mind, another-firm or other' }),
    count: t.exposeInt('count'),
  }),
})

export const PriceReportsType = builder.objectRef<PriceReports>('PriceReports').implement({
  description:
    'Prices that were sent in the last 90 days, or the period of a report, and jobs that firms accepted in it.',
  fields: (t) => ({
    stages: t.expose('stages', { type: [PriceStageType] }),
    declined: t.expose('declined', { type: [DeclinedType] }),
    firms: t.expose('firms', { type: [FirmPricesType], description: 'The eight that accepted most.' }),
  }),
})

const TaskListType = builder.objectRef<Awaited<ReturnType<typeof dashboardAwaitingPrice>>>('LeadTasks').implement({
  fields: (t) => ({
    figure: t.expose('figure', { type: FigureType }),
    leads: t.expose('leads', { type: [LeadType], description: 'The first five, the longest waiting first.' }),
  }),
})

/** Each part is counted only when it is asked for. */
const DashboardType = builder.objectRef<object>('Dashboard').implement({
  fields: (t) => ({
    figures: t.field({ type: KeyFiguresType, resolve: (_dashboard, _args, ctx) => dashboardFigures(ctx) }),
    thisWeek: t.field({
      type: WeekFiguresType,
      resolve: async (_dashboard, _args, ctx) => (await dashboardWeeks(ctx)).thisWeek,
    }),
    lastWeek: t.field({
      type: WeekFiguresType,
      description: 'The seven days before this week.',
      resolve: async (_dashboard, _args, ctx) => (await dashboardWeeks(ctx)).lastWeek,
    }),
    nearlyDue: t.field({
      type: FigureType,
      description:
        'Leads about to miss the promise: answered by nobody, with less than a quarter of the promised time left. ' +
        'Imported leads were promised nothing: they do not count, but the list has those of the same time.',
      resolve: (_dashboard, _args, ctx) => dashboardNearlyDue(ctx),
    }),
    nextLeads: t.field({
      type: [LeadType],
      description: 'The first five of this week that nobody has answered, the most urgent first.',
      resolve: (_dashboard, _args, ctx) => dashboardNextLeads(ctx),
    }),
    awaitingPrice: t.field({
      type: TaskListType,
      description: 'Leads that wait for a price since a firm accepted five days ago or more.',
      resolve: (_dashboard, _args, ctx) => dashboardAwaitingPrice(ctx),
    }),
    awaitingConfirmation: t.field({
      type: TaskListType,
      description: 'Leads whose homeowner chose a price two days ago or more that no firm has confirmed.',
      resolve: (_dashboard, _args, ctx) => dashboardAwaitingConfirmation(ctx),
    }),
    ownFollowUps: t.field({ type: OwnFollowUpsType, resolve: (_dashboard, _args, ctx) => ownFollowUps(ctx) }),
    promise: t.field({ type: PromiseReportType, resolve: (_dashboard, _args, ctx) => dashboardPromise(ctx) }),
    publicFigures: t.field({ type: PublicFiguresType, resolve: (_dashboard, _args, ctx) => publicFigures(ctx) }),
    prices: t.field({ type: PriceReportsType, resolve: (_dashboard, _args, ctx) => dashboardPrices(ctx) }),
    reports: t.field({ type: ReportsType, resolve: (_dashboard, _args, ctx) => dashboardReports(ctx) }),
  }),
})

builder.queryField('dashboard', (t) =>
  t.field({
    type: DashboardType,
    resolve: (_root, _args, { viewer }) => {
      requireCan(viewer, 'lead:read')
      return {}
    },
  }),
)
