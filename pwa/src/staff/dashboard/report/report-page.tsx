import type { Days } from '@kerbside/schema/dashboard/report-period'
import { countOf } from '@kerbside/schema/text'
import { longDay } from '@kerbside/schema/time/london-time'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { Alert, Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { useCan } from '../../../api/session.ts'
import { countText, numberOfLeads } from '../../leads/lead-labels.ts'
import { download, DownloadButton } from '../../ui/lists/list.tsx'
import { StaleNotice } from '../../ui/notices.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Muted, Section } from '../../ui/section.tsx'
import { StatCards, type Stat } from '../../ui/stat-cards.tsx'
import { formatDateTime } from '../../ui/times.ts'
import { useAction } from '../../ui/use-action.ts'
import { DayChart } from '../bar-charts.tsx'
import { listAddress, ListPath } from '../lead-figure.tsx'
import { PriceCards } from '../price-cards.tsx'
import { AnswerCard, ReceivedCards } from './report-cards.tsx'
import { leadReport, leadReportUrl, type LeadReport } from './report.queries.ts'
import { useReportDays } from './use-report-days.tsx'

/** On a phone the preset has a row of its own, so that both days stand beside each other. */
const periodBar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  mb: 2,
  '& > :first-of-type': { flexBasis: { xs: '100%', sm: 'auto' } },
} as const

/** A period in figures and charts, to read and to print (docs/specification.md, 9.3). */
export function ReportPage({ listPath }: { listPath: string }) {
  usePageTitle('Report')
  const { days, problem, fields } = useReportDays()
  const report = useQuery(leadReport(days))
  useLightPrint()
  return (
    <ListPath value={listPath}>
      <Box className="no-print" sx={periodBar}>
        {fields}
        <Box sx={{ display: 'flex', gap: 1, ml: { md: 'auto' } }}>
          {days && <DownloadReport days={days} />}
          <Button variant="contained" startIcon={<PrintIcon />} onClick={() => window.print()}>
            Print
          </Button>
        </Box>
      </Box>
      {problem !== null && <Alert severity="error">{problem}</Alert>}
      {days && <QueryState query={report} rows={8} loading="Loading the report…" />}
      <StaleNotice query={report} />
      {days && report.data && (
        <Box aria-busy={report.isPlaceholderData} sx={{ opacity: report.isPlaceholderData ? 0.55 : 1 }}>
          <Content report={report.data} asOf={new Date(report.dataUpdatedAt)} />
        </Box>
      )}
    </ListPath>
  )
}

function DownloadReport({ days }: { days: Days }) {
  const file = useAction({
    mutationFn: () => leadReportUrl(days),
    onSuccess: (url) => download(url),
    failed: true,
  })
  if (!useCan('lead:export')) return null
  return <DownloadButton label="Download CSV" busy={file.isPending} onClick={() => file.mutate()} />
}

/** Ink is black on white, whatever the colours of the screen. */
function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement
    let scheme = root.dataset['colourScheme']
    const toLight = () => {
      scheme = root.dataset['colourScheme']
      root.dataset['colourScheme'] = 'light'
    }
    const back = () => void (root.dataset['colourScheme'] = scheme)
    window.addEventListener('beforeprint', toLight)
    window.addEventListener('afterprint', back)
    return () => {
      window.removeEventListener('beforeprint', toLight)
      window.removeEventListener('afterprint', back)
    }
  }, [])
}

function Content({ report, asOf }: { report: LeadReport; asOf: Date }) {
  const { from, to, leads, before, promise, days, daysOfBar, prices } = report
  const barIs = daysOfBar === 1 ? 'day' : 'week'
  return (
    <Box sx={sheet}>
      <Box>
        <Typography variant="h2" sx={{ fontSize: '1.25rem' }}>
          {dayText(from)}
          {to !== from && ` – ${dayText(to)}`}
        </Typography>
        <Muted>
          {numberOfLeads(leads.count, leads.isCapped)} received; {countText(before.leads)} in as many days before,{' '}
          {countText(before.converted)} of them converted. As of {formatDateTime(asOf)}.
        </Muted>
      </Box>
      <StatCards label="Figures of the period" stats={useStats(report)} />
      <Section title={`Leads per ${barIs}`}>
        <DayChart days={days} barIs={barIs} />
      </Section>
      <Box sx={cards}>
        <AnswerCard promise={promise} since="Received in the period" />
        <ReceivedCards reports={report} since="Received in the period" />
        <PriceCards prices={prices} since="the period" />
      </Box>
    </Box>
  )
}

const dayText = (day: string) => longDay(new Date(day))

function useStats({ leads, converted, promise: { kept, missed, hours } }: LeadReport): Stat[] {
  const listPath = use(ListPath)
  const stat = (label: string, figure: LeadReport['leads']): Stat => ({
    label,
    value: figure.count,
    isCapped: figure.isCapped,
    to: listAddress(listPath, figure),
  })
  const share = (label: string, part: number, all: number): Stat => ({
    label,
    value: Math.round((part / Math.max(1, all)) * 100),
    percent: true,
  })
  return [
    stat('Leads', leads),
    stat('Converted', converted),
    share('Conversion Rate', converted.count, leads.count),
    share(`Answered within ${countOf(hours, 'hour')}`, kept, kept + missed),
  ]
}

const whole = { '@media print': { '& section, & li, & dl': { breakInside: 'avoid' } } } as const
const sheet = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', ...whole } as const
const cards = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  // One below the other, so that no card is torn by the end of a sheet.
  '@media print': { display: 'block', '& > section': { mb: 2, breakInside: 'avoid' } },
} as const
