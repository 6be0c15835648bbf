import { Box, Typography } from '@mui/material'
import { capitalised, countOf, inWords } from '@kerbside/schema/text'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { statusLabels, statusNames } from '../leads/lead-labels.ts'
import { ListSkeleton } from '../ui/lists/list.tsx'
import { LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { headerHeight } from '../ui/page-title.ts'
import { Muted, Section } from '../ui/section.tsx'
import { formatMinutes } from '../ui/times.ts'
import { BarList, DayChart } from './bar-charts.tsx'
import { PriceCards } from './price-cards.tsx'
import { dashboardReports, type PromiseFigures, type PublicFigures } from './dashboard.queries.ts'

/** The id by which a quick action finds the reports. */
export const reportsId = 'reports'

/** What people would rather look at than read. */
export function Reports() {
  const query = useQuery(dashboardReports())
  return (
    <Box
      component="section"
      id={reportsId}
      tabIndex={-1}
      aria-label="Reports"
      sx={{ scrollMarginTop: headerHeight + 8, outline: 'none' }}
    >
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Reports
      </Typography>
      {query.isPending && <ListSkeleton rows={6} label="Loading reports…" />}
      {query.isLoadingError && <LoadFailure query={query} />}
      <StaleNotice query={query} />
      {query.data && <Charts {...query.data} />}
    </Box>
  )
}

type ReportData = Awaited<ReturnType<NonNullable<ReturnType<typeof dashboardReports>['queryFn']>>>

const labelOfStatus = (name: string) => {
  const status = statusNames.find((known) => known.toLowerCase() === name)
  return status ? statusLabels[status].label : name
}

function Charts({ reports: { days, statuses, sources, areas }, promise, publicFigures, prices }: ReportData) {
  const since = 'Received in the last 30 days'
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <Box sx={{ gridColumn: { md: '1 / -1' } }}>
        <Section title="Leads per day">
          <DayChart days={days} />
        </Section>
      </Box>
      <Chart title="Funnel" hint={`${since}, by status today`} isEmpty={false}>
        <BarList label="Leads by status" figures={statuses} labelOf={labelOfStatus} />
      </Chart>
      <PromiseCard promise={promise} shown={publicFigures} />
      <Chart title="By source" hint={`${since}, by campaign source`} isEmpty={sources.length === 0}>
        <BarList label="Leads by source" figures={sources} />
      </Chart>
      <Chart title="By area" hint={`${since}, by postcode area`} isEmpty={areas.length === 0}>
        <BarList label="Leads by area" figures={areas} />
      </Chart>
      <PriceCards prices={prices} />
    </Box>
  )
}

type ChartProps = { title: string; hint: string; isEmpty: boolean; children: ReactNode }

const Chart = ({ title, hint, isEmpty, children }: ChartProps) => (
  <Section title={title}>
    <Muted sx={{ mb: 1 }}>{isEmpty ? `${hint}: none yet.` : hint}</Muted>
    {!isEmpty && children}
  </Section>
)

type PromiseCardProps = { promise: PromiseFigures; shown: PublicFigures }

function PromiseCard({ promise: { hours, kept, missed, medianMinutes }, shown }: PromiseCardProps) {
  const measured = kept + missed
  const facts = [
    {
      label: `Answered within ${countOf(hours, 'hour')}`,
      value: measured === 0 ? '—' : `${Math.round((kept / measured) * 100)}%`,
      hint: measured === 0 ? 'No lead to measure yet' : `${kept} of ${measured} leads`,
    },
    {
      label: 'First acceptance by a firm',
      value: medianMinutes === null ? '—' : formatMinutes(medianMinutes),
      hint: medianMinutes === null ? 'No firm has accepted yet' : 'Median, from receipt',
    },
  ]
  return (
    <Section title={`${capitalised(inWords(hours))}-hour promise`}>
      <Muted sx={{ mb: 1 }}>Leads of the last 7 days</Muted>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
        {facts.map(({ label, value, hint }) => (
          <div key={label}>
            <Muted component="dt">{label}</Muted>
            <Box component="dd" sx={{ m: 0 }}>
              <Typography sx={{ fontSize: '1.5rem', fontWeight: 700, lineHeight: 1.35 }}>{value}</Typography>
              <Muted>{hint}</Muted>
            </Box>
          </div>
        ))}
      </Box>
      <Typography component="h3" sx={{ mt: 2.5, mb: 0.5, fontSize: '0.875rem', fontWeight: 600 }}>
        On the public pages
      </Typography>
      <Muted>{publicText(shown)}</Muted>
    </Section>
  )
}

/** What visitors read of the last 90 days, or why they do not. */
function publicText({ leads, texts, hiddenBecause }: PublicFigures): string {
  const measured = texts
    ? `${leads} leads of the last 90 days: half answered within ${texts.medianResponse}, ` +
      `${texts.firmsPerRequest} firms per request on average, ${texts.answeredInTime} answered in time.`
    : ''
  return hiddenBecause === null ? `Shown. ${measured}` : `Not shown. ${hiddenBecause} ${measured}`.trim()
}
