import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

export function PageListSkeleton() {
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <VisuallyHidden role="status">Loading pages…</VisuallyHidden>
      {Array.from({ length: 4 }, (_, row) => (
        <Box key={row} aria-hidden sx={{ display: 'flex', gap: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Skeleton variant="rounded" width={72} height={22} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width="55%" />
            <Skeleton width="35%" />
          </Box>
        </Box>
      ))}
    </Box>
  )
}
