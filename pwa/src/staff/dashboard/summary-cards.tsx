import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { toneStyle } from '../ui/tone-chip.tsx'
import { statusWords } from '../leads/lead-labels.ts'
import type { LeadStatusName } from '../leads/leads.queries.ts'
import type { useLeadFigures } from './use-lead-figures.ts'

/** `count`: null while it loads, undefined when it could not be had. */
type StatusCount = { status: LeadStatusName; hint: string; count: number | null | undefined }

/** The leads that still need somebody, by what they need. */
export const openCounts = (figure: ReturnType<typeof useLeadFigures>): StatusCount[] => [
  { status: 'NEW', hint: 'Waiting for first contact', count: figure((figures) => figures.new) },
  { status: 'CONTACTED', hint: 'Waiting for a quote', count: figure(({ contacted }) => contacted) },
  { status: 'QUOTED', hint: 'Waiting for a decision', count: figure(({ quoted }) => quoted) },
]

/** How many leads stand where; each opens the list with that filter. */
export function SummaryCards({ listPath, counts }: { listPath: string; counts: readonly StatusCount[] }) {
  return (
    <Box sx={{ containerType: 'inline-size', mb: { xs: 2, md: 3 } }}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1.5, md: 2 },
          '@container (min-width: 600px)': { gridTemplateColumns: `repeat(${counts.length}, 1fr)` },
        }}
      >
        {counts.map(({ status, hint, count }) => (
          <Card key={status}>
            <CardActionArea
              component={RouterLink}
              to={`${listPath}?status=${status.toLowerCase()}`}
              sx={{ px: 2, py: 1.25 }}
            >
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                <Box
                  aria-hidden
                  sx={[
                    toneStyle(statusWords[status].tone),
                    { width: 10, height: 10, borderRadius: '50%', border: '2px solid currentColor' },
                  ]}
                />
                <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600 }}>{statusWords[status].label}</Typography>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {hint}
                  </Typography>
                </Box>
                <Typography sx={{ fontWeight: 700, fontSize: '1.125rem', whiteSpace: 'nowrap' }}>
                  {count === null ? <Skeleton width={24} /> : (count ?? '—')}
                </Typography>
              </Box>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </Box>
  )
}
