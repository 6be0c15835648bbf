import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { toneStyle } from '../staff/ui/tone-chip.tsx'
import { statusWords } from '../leads/lead-words.ts'
import type { LeadStatusName } from '../leads/leads.queries.ts'

/** `count`: null while it loads, undefined when it could not be had. */
type StatusCount = { status: LeadStatusName; count: number | null | undefined }

/** How many leads stand where; each opens the list with that filter. */
export function SummaryCards({ listPath, counts }: { listPath: string; counts: readonly StatusCount[] }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1.5, md: 2 },
        mb: 3,
        gridTemplateColumns: { xs: '1fr 1fr', sm: `repeat(${counts.length}, 1fr)` },
      }}
    >
      {counts.map(({ status, count }) => (
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
              <Typography sx={{ color: 'text.secondary', fontWeight: 550, flexGrow: 1 }}>
                {statusWords[status].label}
              </Typography>
              <Typography sx={{ fontWeight: 700, fontSize: '1rem' }}>
                {count === null ? <Skeleton width={24} /> : (count ?? '—')}
              </Typography>
            </Box>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  )
}
