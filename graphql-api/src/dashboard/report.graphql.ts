import { builder } from '../graphql/builder.ts'
import {
  FigureByStatusType,
  FigureType,
  NamedFigureType,
  PriceReportsType,
  PromiseReportType,
} from './dashboard.graphql.ts'
import { leadReport, leadReportUrl, type LeadReport } from './report.service.ts'

const TotalsType = builder.objectRef<LeadReport['before']>('LeadReportTotals').implement({
  fields: (t) => ({
    leads: t.expose('leads', { type: FigureType }),
    converted: t.expose('converted', { type: FigureType }),
  }),
})

const LeadReportType = builder.objectRef<LeadReport>('LeadReport').implement({
  description: 'The leads received in a period of whole days of London.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'YYYY-MM-DD' }),
    to: t.exposeString('to', { description: 'YYYY-MM-DD, included' }),
    leads: t.expose('leads', { type: FigureType }),
    converted: t.expose('converted', { type: FigureType, description: 'Of these leads, until today.' }),
    before: t.expose('before', { type: TotalsType, description: 'The same of as many days before.' }),
    daysOfBar: t.exposeInt('daysOfBar', { description: 'Days of each of days: 1, or 7 in a period above 93 days.' }),
    days: t.expose('days', { type: [FigureByStatusType], description: 'By first day (YYYY-MM-DD), oldest first.' }),
    statuses: t.expose('statuses', { type: [NamedFigureType], description: 'By status today.' }),
    sources: t.expose('sources', { type: [FigureByStatusType], description: 'The 50 most frequent by utm_source.' }),
    areas: t.expose('areas', { type: [NamedFigureType], description: 'The 50 most frequent postcode areas.' }),
    promise: t.expose('promise', { type: PromiseReportType }),
    prices: t.expose('prices', { type: PriceReportsType, description: 'With the 50 firms that accepted most.' }),
  }),
})

const period = { from: { type: 'String', required: true }, to: { type: 'String', required: true } } as const

builder.queryFields((t) => ({
  leadReport: t.field({
    type: LeadReportType,
    description: 'Of at most 366 days (YYYY-MM-DD), both ends included.',
    args: { from: t.arg(period.from), to: t.arg(period.to) },
    resolve: (_root, days, ctx) => leadReport(ctx, days),
  }),
  leadReportUrl: t.string({
    description: 'A signed address of the report as a CSV file; it works for five minutes.',
    args: { from: t.arg(period.from), to: t.arg(period.to) },
    resolve: (_root, days, ctx) => leadReportUrl(ctx, days),
  }),
}))
