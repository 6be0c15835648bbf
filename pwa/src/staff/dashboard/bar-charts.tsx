import { Box, Link, Typography } from '@mui/material'
import { use } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { countText, statusLabels, statusNames } from '../leads/lead-labels.ts'
import { Muted } from '../ui/section.tsx'
import { formatMinutes } from '../ui/times.ts'
import { toneFill } from '../ui/tone-chip.tsx'
import { FigureLink, listAddress, ListPath } from './lead-figure.tsx'
import { ChartTable, Columns, dayLabel, type Height } from './report/chart-frame.tsx'
import type { FigureByStatus, NamedFigure, PromiseFigures } from './report/report.queries.ts'

const highestOf = (figures: readonly NamedFigure[]) => Math.max(1, ...figures.map(({ figure }) => figure.count))

/** In the order of a lead's life, with the label of each. */
const statuses = statusNames.map((name) => ({ name: name.toLowerCase(), ...statusLabels[name] }))
const labelOfStatus = (name: string) => statuses.find((status) => status.name === name)?.label ?? name

type DayChartProps = { days: readonly FigureByStatus[]; barIs?: 'day' | 'week'; height?: Height }

/** A bar for each day, made of the statuses of its leads today; each opens the leads of its day. */
export function DayChart({ days, barIs = 'day', height = 160 }: DayChartProps) {
  const listPath = use(ListPath)
  const highest = highestOf(days)
  const shown = (day: FigureByStatus, name: string) => day.statuses.find((status) => status.name === name)
  const titleOf = ({ name, figure, statuses: parts }: FigureByStatus) =>
    `${dayLabel(name)}: ${countText(figure)}${parts.map((part) => `, ${countText(part)} ${part.name}`).join('')}`
  return (
    <>
      <Legend />
      <Columns
        labels={days.map(({ name }) => name)}
        top={String(highest)}
        height={height}
        columns={days.map((day) => (
          <Box
            key={day.name}
            component={RouterLink}
            to={listAddress(listPath, day.figure)}
            tabIndex={-1}
            title={titleOf(day)}
            sx={column}
          >
            <Box sx={{ ...bar, height: heightOf(day.figure.count, highest) }}>
              {statuses.map(({ name, tone }) => (
                <Box key={name} sx={toneFill(tone)} style={{ flexGrow: shown(day, name)?.count ?? 0 }} />
              ))}
            </Box>
          </Box>
        ))}
      />
      <ChartTable
        title={`Leads per ${barIs}`}
        heads={['All', ...statuses.map(({ label }) => label)]}
        rows={days.map((day) => ({
          name: dayLabel(day.name),
          cells: [
            <FigureLink key="all" figure={day.figure} label={dayLabel(day.name)} />,
            ...statusNames.map((status) => {
              const part = shown(day, status.toLowerCase())
              const label = `${dayLabel(day.name)}, ${statusLabels[status].label}`
              const figure = part && { ...part, filter: { ...day.figure.filter, status } }
              return figure ? <FigureLink key={status} figure={figure} label={label} /> : '–'
            }),
          ],
        }))}
      />
    </>
  )
}

/** Half of a day's leads were answered within its bar; no bar where half of them never were, or none came. */
export function AnswerChart({ days, hours }: Pick<PromiseFigures, 'days' | 'hours'>) {
  const promised = hours * 60
  const highest = Math.max(promised, ...days.map(({ answerMinutes }) => answerMinutes ?? 0))
  const textOf = ({ answerMinutes, kept, missed }: PromiseFigures['days'][number]) =>
    kept + missed === 0 ? 'no lead' : answerMinutes === null ? 'half without an answer' : formatMinutes(answerMinutes)
  return (
    <>
      <Columns
        labels={days.map(({ name }) => name)}
        top={formatMinutes(highest)}
        height={96}
        columns={days.map((day) => (
          <Box key={day.name} title={`${dayLabel(day.name)}: ${textOf(day)}`} sx={column}>
            <Box
              sx={[
                bar,
                toneFill((day.answerMinutes ?? 0) <= promised ? 'green' : 'amber'),
                { height: heightOf(day.answerMinutes ?? 0, highest) },
              ]}
            />
          </Box>
        ))}
      />
      <ChartTable
        title="Answer times"
        heads={['Half within', 'In time', 'Late or never']}
        rows={days.map((day) => ({ name: dayLabel(day.name), cells: [textOf(day), day.kept, day.missed] }))}
      />
    </>
  )
}

const heightOf = (count: number, highest: number) => (count > 0 ? `max(3px, ${(count / highest) * 100}%)` : 0)

const column = {
  flex: 1,
  display: 'flex',
  alignItems: 'flex-end',
  px: '1px',
  borderRadius: '3px 3px 0 0',
  '&:hover': { bgcolor: 'action.hover' },
} as const
/** From the bottom up. */
const bar = {
  width: '100%',
  display: 'flex',
  flexDirection: 'column-reverse',
  borderRadius: '3px 3px 0 0',
  overflow: 'hidden',
} as const

const Legend = () => (
  <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mb: 1 }}>
    {statuses.map(({ name, label, tone }) => (
      <Muted key={name} variant="caption" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
        <Box sx={[toneFill(tone), { width: 10, height: 10, borderRadius: '3px' }]} />
        {label}
      </Muted>
    ))}
  </Box>
)

type BarListProps = { label: string; figures: readonly NamedFigure[]; labelOf?: (name: string) => string }

/** A row for each figure with its name, a bar and the number; a row opens its list. */
export function BarList({ label, figures, labelOf = (name) => name }: BarListProps) {
  const listPath = use(ListPath)
  const highest = highestOf(figures)
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {figures.map(({ name, figure }) => (
        <li key={name}>
          <Link
            component={RouterLink}
            to={listAddress(listPath, figure)}
            color="inherit"
            underline="none"
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) minmax(3ch, auto)',
              gap: 1,
              alignItems: 'center',
              px: 1,
              mx: -1,
              py: 0.75,
              minHeight: { xs: 44, md: 0 },
              borderRadius: 1,
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {labelOf(name)}
            </Typography>
            <Box aria-hidden sx={{ height: 12, bgcolor: 'action.hover', borderRadius: 1 }}>
              <Box
                sx={{
                  width: `${(figure.count / highest) * 100}%`,
                  height: '100%',
                  bgcolor: 'primary.main',
                  borderRadius: 1,
                }}
              />
            </Box>
            <Typography variant="body2" sx={{ fontWeight: 600, textAlign: 'right' }}>
              {countText(figure)}
            </Typography>
          </Link>
        </li>
      ))}
    </Box>
  )
}

/** The leads of a period by status today. */
export const StatusBars = ({ figures }: { figures: readonly NamedFigure[] }) => (
  <BarList label="Leads by status" figures={figures} labelOf={labelOfStatus} />
)
