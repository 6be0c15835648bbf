import { Box, Card, CardActionArea, Skeleton, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { Muted } from '../ui/section.tsx'
import { useLeadFigures } from '../leads/lead-figures.queries.ts'
import { statusLabels } from '../leads/lead-labels.ts'
import { toneStyle } from '../ui/tone-chip.tsx'

/** The leads that are waiting for somebody, and for what. */
const openStatuses = [
  { status: 'NEW', name: 'new', hint: 'Waiting for first contact' },
  { status: 'CONTACTED', name: 'contacted', hint: 'Waiting for a quote' },
  { status: 'QUOTED', name: 'quoted', hint: 'Waiting for a decision' },
] as const

/** The number of leads with each of these statuses; a card opens the list with that filter. */
export function SummaryCards({ listPath }: { listPath: string }) {
  const figure = useLeadFigures()
  return (
    <Box sx={{ containerType: 'inline-size', mb: { xs: 2, md: 3 } }}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1.5, md: 2 },
          '@container (min-width: 600px)': { gridTemplateColumns: 'repeat(3, 1fr)' },
        }}
      >
        {openStatuses.map(({ status, name, hint }) => (
          <Card key={status}>
            <CardActionArea component={RouterLink} to={`${listPath}?status=${name}`} sx={{ px: 2, py: 1.25 }}>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                <Box
                  aria-hidden
                  sx={[
                    toneStyle(statusLabels[status].tone),
                    { width: 10, height: 10, borderRadius: '50%', border: '2px solid currentColor' },
                  ]}
                />
                <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600 }}>{statusLabels[status].label}</Typography>
                  <Muted>{hint}</Muted>
                </Box>
                <Typography sx={{ fontWeight: 700, fontSize: '1.125rem', whiteSpace: 'nowrap' }}>
                  {figure(name) === null ? <Skeleton width={24} /> : (figure(name) ?? '—')}
                </Typography>
              </Box>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </Box>
  )
}
