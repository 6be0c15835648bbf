import ReportIcon from '@mui/icons-material/ReportGmailerrorredOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { toneStyle } from '../../ui/tone-chip.tsx'
import { heldQuoteCount } from './held.queries.ts'

/** How many quotes wait for a decision, and the way to them. */
export function HeldBadge() {
  const { data: count = 0 } = useQuery(heldQuoteCount())
  return (
    <Button
      component={Link}
      to="/admin/held"
      startIcon={<ReportIcon />}
      aria-label={count === 0 ? 'Held quotes' : `Held quotes: ${count}`}
      sx={{ ml: { md: 'auto' }, flexShrink: 0 }}
    >
      Held quotes
      {count > 0 && (
        <Box component="span" sx={[toneStyle('amber'), { ml: 1, px: 0.875, borderRadius: 99, fontWeight: 700 }]}>
          {count.toLocaleString('en-GB')}
        </Box>
      )}
    </Button>
  )
}
