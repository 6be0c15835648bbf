import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Section } from '../../ui/section.tsx'
import { formatDateTime } from '../../ui/times.ts'
import { historyOf } from './lead-history.ts'
import type { LeadDetail } from './lead.queries.ts'

const dot = {
  content: '""',
  position: 'absolute',
  left: 0,
  top: 7,
  width: 9,
  height: 9,
  borderRadius: '50%',
  bgcolor: 'divider',
}
const line = { content: '""', position: 'absolute', left: 4, top: 16, bottom: -6, width: '1px', bgcolor: 'divider' }

export function LeadHistory({ lead }: { lead: LeadDetail }) {
  return (
    <Section title="History">
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {historyOf(lead).map((event) => (
          <Box
            component="li"
            key={`${event.at} ${event.text}`}
            sx={{ position: 'relative', pl: 3, pb: 1.5, '&::before': dot, '&:not(:last-of-type)::after': line }}
          >
            <Typography>{event.text}</Typography>
            {event.note && <Typography sx={{ whiteSpace: 'pre-wrap' }}>“{event.note}”</Typography>}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[formatDateTime(event.at), event.by].filter(Boolean).join(' · ')}
            </Typography>
          </Box>
        ))}
      </Box>
    </Section>
  )
}
