import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '../ui/query-state.tsx'
import { Section } from '../ui/section.tsx'
import { DayChart } from './bar-charts.tsx'
import { PriceCards } from './price-cards.tsx'
import { AnswerCard, PublicText, ReceivedCards } from './report/report-cards.tsx'
import { dashboardReports } from './report/report.queries.ts'

const twoColumns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const

/** Leads a day, and how soon they are answered: the first thing that an admin wants to know. */
export function Pulse() {
  const query = useQuery(dashboardReports())
  return (
    <Box
      sx={{
        ...twoColumns,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
        mb: { xs: 2, md: 3 },
      }}
    >
      {query.data ? (
        <>
          <Section title="Leads per day">
            <DayChart days={query.data.reports.days} height={{ xs: 160, lg: 300 }} />
          </Section>
          <AnswerCard promise={query.data.promise} since="Leads of the last 7 days" />
        </>
      ) : (
        <Section title="Leads per day">
          <QueryState query={query} rows={5} loading="Loading leads per day…" />
        </Section>
      )}
    </Box>
  )
}

/** What people would rather look at than read. `isBelowPulse`: what that shows is not shown again. */
export function Reports({ isBelowPulse = false }: { isBelowPulse?: boolean }) {
  const query = useQuery(dashboardReports())
  return (
    <Box component="section" aria-label="Reports">
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Reports
      </Typography>
      <QueryState query={query} rows={6} loading="Loading reports…" staleNotice />
      {query.data && (
        <>
          {!isBelowPulse && (
            <Box sx={{ mb: 2 }}>
              <Section title="Leads per day">
                <DayChart days={query.data.reports.days} />
              </Section>
            </Box>
          )}
          <Box sx={twoColumns}>
            <ReceivedCards reports={query.data.reports} since="Received in the last 30 days" />
            {!isBelowPulse && <AnswerCard promise={query.data.promise} since="Leads of the last 7 days" />}
            <PriceCards prices={query.data.prices} since="the last 90 days" />
            <PublicText shown={query.data.publicFigures} />
          </Box>
        </>
      )}
    </Box>
  )
}
