import { Box, Link, Typography } from '@mui/material'
import { use } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { countText } from '../leads/lead-labels.ts'
import { Muted } from '../ui/section.tsx'
import type { NamedFigure } from './dashboard.queries.ts'
import { FigureLink, listAddress, ListPath } from './lead-figure.tsx'

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayLabel = (day: string) => dayFormat.format(new Date(day))

const highestOf = (figures: readonly NamedFigure[]) => Math.max(1, ...figures.map(({ figure }) => figure.count))

/** A bar for each day; each opens the leads of its day. The table below it is for keyboards and screen readers. */
export function DayChart({ days }: { days: readonly NamedFigure[] }) {
  const listPath = use(ListPath)
  const highest = highestOf(days)
  const marked = [0, Math.floor(days.length / 2), days.length - 1]
  return (
    <>
      <Box aria-hidden sx={{ display: 'flex', gap: 1 }}>
        <Box sx={{ display: 'flex', flexDirection: 'column', justifyContent: 'space-between', textAlign: 'right' }}>
          <Muted variant="caption">{highest}</Muted>
          <Muted variant="caption">0</Muted>
        </Box>
        <Box sx={{ flexGrow: 1, display: 'flex', height: 160, borderBottom: 1, borderColor: 'divider' }}>
          {days.map(({ name, figure }) => (
            <Box
              key={name}
              component={RouterLink}
              to={listAddress(listPath, figure)}
              tabIndex={-1}
              title={`${dayLabel(name)}: ${countText(figure)}`}
              sx={{
                flex: 1,
                display: 'flex',
                alignItems: 'flex-end',
                px: '1px',
                borderRadius: '3px 3px 0 0',
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <Box
                sx={{
                  width: '100%',
                  height: `${(figure.count / highest) * 100}%`,
                  minHeight: figure.count > 0 ? 3 : 0,
                  bgcolor: 'primary.main',
                  borderRadius: '3px 3px 0 0',
                }}
              />
            </Box>
          ))}
        </Box>
      </Box>
      <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', pl: 3, mt: 0.5 }}>
        {marked.map((index) => (
          <Muted key={index} variant="caption">
            {dayLabel(days[index]?.name ?? '')}
          </Muted>
        ))}
      </Box>
      <Box component="details" sx={{ mt: 1 }}>
        <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
          Leads per day as a table
        </Typography>
        <Box
          component="table"
          aria-label="Leads per day"
          sx={{ mt: 1, '& th': { textAlign: 'left', fontWeight: 400, pr: 3 }, '& td': { textAlign: 'right' } }}
        >
          <tbody>
            {days.map(({ name, figure }) => (
              <tr key={name}>
                <th scope="row">{dayLabel(name)}</th>
                <td>
                  <FigureLink figure={figure} label={dayLabel(name)} />
                </td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </>
  )
}

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
