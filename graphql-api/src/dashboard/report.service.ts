import { declineReasonTexts } from '@kerbside/schema/estimates/estimate'
import { csvLines, type CsvColumn } from '@kerbside/schema/csv'
import { daysBefore, daysOfBar, momentsOf, ReportPeriod, type Days } from '@kerbside/schema/dashboard/report-period'
import { capitalised } from '@kerbside/schema/text'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { signedDownload } from '../audit/signed-download.ts'
import type { Context } from '../deps.ts'
import { csvType } from '../http/route.ts'
import { figuresOf, reports, type Figure, type FigureByStatus, type Reports } from './figures.ts'
import { priceReports, type PriceReports } from './price-reports.ts'
import { promiseReport, type PromiseReport } from './promise.ts'

/** Rows of each table, so that a report can be printed: the most frequent ones. */
const longest = 50

export type LeadReport = Days &
  Reports & {
    /** Of each of `days`: 7 in a long period. */
    daysOfBar: number
    leads: Figure
    converted: Figure
    /** The same of as many days before. */
    before: { leads: Figure; converted: Figure }
    promise: PromiseReport
    prices: PriceReports
  }

/** What came in a period, what became of it until today, how it was answered and how firms priced it. */
export async function leadReport(ctx: Context, input: Days): Promise<LeadReport> {
  requireCan(ctx.viewer, 'lead:read')
  return reportOf(ctx, parse(ReportPeriod, input))
}

async function reportOf(ctx: Pick<Context, 'now' | 'settings'>, days: Days): Promise<LeadReport> {
  const now = ctx.now()
  const within = momentsOf(days, now)
  const earlier = momentsOf(daysBefore(days), now)
  const totals = (period: typeof within) =>
    figuresOf({ leads: period, converted: { ...period, status: 'converted' as const } }, now)
  const [byKind, total, before, promise, prices] = await Promise.all([
    reports(days, now, longest),
    totals(within),
    totals(earlier),
    promiseReport(now, ctx.settings(), days),
    priceReports(within, longest),
  ])
  return { ...days, ...byKind, ...total, daysOfBar: daysOfBar(days), before, promise, prices }
}

const download = signedDownload({
  purpose: 'report',
  path: 'reports',
  action: 'lead:export',
  notFound: 'There is no such report. Open it again in the staff area.',
  gone: 'This address has run out. Open the report again.',
})

/** The signed address of the report as a file. */
export async function leadReportUrl(ctx: Context, input: Days): Promise<string> {
  requireCan(ctx.viewer, 'lead:export')
  return download.address(ctx, parse(ReportPeriod, input))
}

/** The file behind a signed address, with the figures of the moment in which it is opened. */
export async function openLeadReport(ctx: Context, token: string) {
  const { link } = await download.open(ctx, token)
  const days = parse(ReportPeriod, { from: link.from, to: link.to })
  const text = csvLines(columns, rowsOf(await reportOf(ctx, days)), { isFirst: true })
  const fileName = `kerbside-report-${days.from}-to-${days.to}.csv`
  return { type: csvType, fileName, size: text.length, body: new Blob([new Uint8Array(text)]).stream() }
}

/** One value to a line, which is what a spreadsheet makes any table of. */
type Row = { part: string; name: string; figure: string; value: string | number | null }

const columns: readonly CsvColumn<Row>[] = [
  { heading: 'Part', read: ({ part }) => part },
  { heading: 'Name', read: ({ name }) => name },
  { heading: 'Figure', read: ({ figure }) => figure },
  { heading: 'Value', read: ({ value }) => value },
]

const countOf = ({ count, isCapped }: Figure) => (isCapped ? `${count}+` : count)

function rowsOf(report: LeadReport): Row[] {
  const { from, to, leads, converted, before, promise, prices } = report
  const rows = (part: string, name: string, values: Record<string, Row['value']>): Row[] =>
    Object.entries(values).map(([figure, value]) => ({ part, name, figure, value }))
  const byStatus = (part: string, figures: readonly FigureByStatus[]) =>
    figures.flatMap(({ name, figure, statuses }) => [
      ...rows(part, name, { Leads: countOf(figure) }),
      ...statuses.flatMap((status) => rows(part, name, { [capitalised(status.name)]: countOf(status.figure) })),
    ])
  const answers = ({ kept, missed, answerMinutes }: Pick<PromiseReport, 'kept' | 'missed' | 'answerMinutes'>) => ({
    'Answered in time': kept,
    'Answered late or not at all': missed,
    'Minutes to the first answer (median)': answerMinutes,
  })
  return [
    ...rows('Period', `${from} to ${to}`, { Leads: countOf(leads), Converted: countOf(converted) }),
    ...rows('Period before', '', { Leads: countOf(before.leads), Converted: countOf(before.converted) }),
    ...report.statuses.flatMap(({ name, figure }) => rows('Status', capitalised(name), { Leads: countOf(figure) })),
    ...byStatus(report.daysOfBar === 1 ? 'Day' : 'Week from', report.days),
    ...rows('Answers', '', {
      ...answers(promise),
      'Minutes to the first acceptance by a firm (median)': promise.medianMinutes,
    }),
    ...promise.days.flatMap((day) => rows('Answers', day.name, answers(day))),
    ...byStatus('Source', report.sources),
    ...report.areas.flatMap(({ name, figure }) => rows('Area', name, { Leads: countOf(figure) })),
    ...prices.firms.flatMap(({ contractorName, accepted, priced, chosen, medianHours }) =>
      rows('Firm', contractorName, {
        Accepted: accepted,
        Priced: priced,
        Chosen: chosen,
        'Hours to the price (median)': medianHours,
      }),
    ),
    ...prices.stages.flatMap(({ name, leads: count, sums }) =>
      rows('Prices', capitalised(name), {
        Leads: count,
        ...Object.fromEntries(sums.map(({ currency, amount }) => [currency, amount / 100])),
      }),
    ),
    ...prices.declined.flatMap(({ reason, count }) => rows('Lost', declineReasonTexts[reason], { Prices: count })),
  ]
}
