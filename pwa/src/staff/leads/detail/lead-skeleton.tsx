import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

export function LeadSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading lead details…</VisuallyHidden>
      <Box aria-hidden sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '7fr 5fr' } }}>
        {[260, 180, 320, 320].map((height, index) => (
          <Skeleton key={index} variant="rounded" height={height} />
        ))}
      </Box>
    </>
  )
}
