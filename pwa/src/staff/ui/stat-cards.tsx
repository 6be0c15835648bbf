import { Box, Card, Skeleton, Typography } from '@mui/material'

const numbers = new Intl.NumberFormat('en-GB')

/** `value`: null while it loads, undefined when it could not be loaded. */
export type Stat = { label: string; value: number | null | undefined; percent?: boolean }

/** The figures above a list. */
export function StatCards({ label, stats }: { label: string; stats: readonly Stat[] }) {
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
          <Card key={stat.label} sx={{ px: 2, py: { xs: 1, md: 1.5 } }}>
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

function StatValue({ value, percent = false }: Stat) {
  if (value === null) return <Skeleton width={56} />
  if (value === undefined) return <span title="Could not be loaded">—</span>
  return percent ? `${value}%` : numbers.format(value)
}
