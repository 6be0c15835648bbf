import { Box, Card, Link, Skeleton, Typography, useMediaQuery, useTheme } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'

const numbers = new Intl.NumberFormat('en-GB')

/**
 * `value`: null while it loads, undefined when it could not be loaded. `isCapped`: there are more. `to`: the list that
 * makes it up; the whole card opens it.
 */
export type Stat = {
  label: string
  value: number | null | undefined
  percent?: boolean
  isCapped?: boolean
  to?: string
}

type StatCardsProps = { label: string; stats: readonly Stat[]; foldsOnPhone?: boolean }

/** The figures above a list. `foldsOnPhone`: a phone shows the list first, and them at a press. */
export const StatCards = ({ foldsOnPhone = false, ...figures }: StatCardsProps) =>
  foldsOnPhone ? <Folding {...figures} /> : <Cards {...figures} />

function Folding({ label, stats }: StatCardsProps) {
  const isPhone = useMediaQuery(useTheme().breakpoints.down('md'))
  const cards = <Cards label={label} stats={stats} />
  if (!isPhone) return cards
  return (
    <Box component="details" sx={{ mt: -1, mb: 1, '&[open] > summary': { mb: 1 } }}>
      <Box component="summary" sx={{ py: 0.5, color: 'text.secondary', fontWeight: 550, cursor: 'pointer' }}>
        {label}
      </Box>
      {cards}
    </Box>
  )
}

function Cards({ label, stats }: StatCardsProps) {
  return (
    <Box sx={{ containerType: 'inline-size', mb: { xs: 2, md: 3 } }}>
      <Box
        component="dl"
        aria-label={label}
        sx={{
          m: 0,
          display: 'grid',
          gap: { xs: 1.5, md: 2 },
          gridTemplateColumns: '1fr 1fr',
          '@container (min-width: 600px)': { gridTemplateColumns: 'repeat(4, 1fr)' },
        }}
      >
        {stats.map((stat) => (
          <Card key={stat.label} sx={{ position: 'relative', px: 2, py: { xs: 1, md: 1.5 } }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', fontWeight: 550 }}>
              {stat.label}
            </Typography>
            <Typography
              component="dd"
              sx={{
                m: 0,
                fontSize: { xs: '1.25rem', md: '1.5rem' },
                fontWeight: 700,
                lineHeight: 1.35,
                letterSpacing: '-0.02em',
              }}
            >
              <StatValue {...stat} />
            </Typography>
          </Card>
        ))}
      </Box>
    </Box>
  )
}

function StatValue({ label, value, percent = false, isCapped = false, to }: Stat) {
  if (value === null) return <Skeleton width={56} />
  if (value === undefined) return <span title="Could not be loaded">—</span>
  const text = percent ? `${value}%` : `${numbers.format(value)}${isCapped ? '+' : ''}`
  if (to === undefined) return text
  return (
    <Link
      component={RouterLink}
      to={to}
      aria-label={`${label}: ${text}`}
      color="inherit"
      underline="hover"
      sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
    >
      {text}
    </Link>
  )
}
