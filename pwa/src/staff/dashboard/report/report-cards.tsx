import { Box, Typography } from '@mui/material'
import { capitalised, countOf, inWords } from '@kerbside/schema/text'
import type { ReactNode } from 'react'
import { Muted, Section } from '../../ui/section.tsx'
import { formatMinutes } from '../../ui/times.ts'
import { AnswerChart, BarList, StatusBars } from '../bar-charts.tsx'
import type { FigureByStatus, NamedFigure, PromiseFigures, PublicFigures } from './report.queries.ts'

type ReceivedProps = {
  reports: { statuses: readonly NamedFigure[]; sources: readonly FigureByStatus[]; areas: readonly NamedFigure[] }
  since: string
}

/** By status, source and area; `since`: which leads. */
export function ReceivedCards({ reports: { statuses, sources, areas }, since }: ReceivedProps) {
  return (
    <>
      <Chart title="Funnel" hint={`${since}, by status today`} isEmpty={false}>
        <StatusBars figures={statuses} />
      </Chart>
      <Chart title="By source" hint={`${since}, by campaign source`} isEmpty={sources.length === 0}>
        <BarList label="Leads by source" figures={sources.map(withConverted)} />
      </Chart>
      <Chart title="By area" hint={`${since}, by postcode area`} isEmpty={areas.length === 0}>
        <BarList label="Leads by area" figures={areas} />
      </Chart>
    </>
  )
}

function withConverted({ name, figure, statuses }: FigureByStatus) {
  const converted = statuses.find((status) => status.name === 'converted')?.count
  return { figure, name: converted ? `${name} · ${converted} converted` : name }
}

type ChartProps = { title: string; hint: string; isEmpty: boolean; children: ReactNode }

const Chart = ({ title, hint, isEmpty, children }: ChartProps) => (
  <Section title={title}>
    <Muted sx={{ mb: 1 }}>{isEmpty ? `${hint}: none yet.` : hint}</Muted>
    {!isEmpty && children}
  </Section>
)

export const percent = (part: number, all: number) => (all === 0 ? '—' : `${Math.round((part / all) * 100)}%`)

/** How soon leads are answered, and whether within the promised time; `since`: which leads. */
export function AnswerCard({ promise, since }: { promise: PromiseFigures; since: string }) {
  const { hours, kept, missed, answerMinutes, medianMinutes, days } = promise
  const measured = kept + missed
  const facts = [
    {
      label: 'Answer time',
      value: answerMinutes === null ? '—' : formatMinutes(answerMinutes),
      hint: measured === 0 ? 'No lead to measure yet' : 'Median, from receipt',
    },
    {
      label: `Answered within ${countOf(hours, 'hour')}`,
      value: percent(kept, measured),
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
      <Muted sx={{ mb: 1 }}>{since}</Muted>
      <Box
        component="dl"
        sx={{ m: 0, mb: 2, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))' }}
      >
        {facts.map(({ label, value, hint }) => (
          <div key={label}>
            <Muted component="dt">{label}</Muted>
            <Box component="dd" sx={{ m: 0 }}>
              <Typography sx={{ fontSize: '1.25rem', fontWeight: 700, lineHeight: 1.35 }}>{value}</Typography>
              <Muted>{hint}</Muted>
            </Box>
          </div>
        ))}
      </Box>
      <AnswerChart days={days} hours={hours} />
    </Section>
  )
}

/** What visitors read of the last 90 days, or why they do not. */
export function PublicText({ shown: { leads, texts, hiddenBecause } }: { shown: PublicFigures }) {
  const measured = texts
    ? `${leads} leads of the last 90 days: half answered within ${texts.medianResponse}, ` +
      `${texts.firmsPerRequest} firms per request on average, ${texts.answeredInTime} answered in time.`
    : ''
  return (
    <Section title="On the public pages">
      <Muted>{hiddenBecause === null ? `Shown. ${measured}` : `Not shown. ${hiddenBecause} ${measured}`.trim()}</Muted>
    </Section>
  )
}
