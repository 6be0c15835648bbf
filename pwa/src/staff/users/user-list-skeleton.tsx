import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

export function UserListSkeleton() {
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <VisuallyHidden role="status">Loading users…</VisuallyHidden>
      {Array.from({ length: 4 }, (_, row) => (
        <Box key={row} aria-hidden sx={{ display: 'flex', gap: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Box sx={{ flex: 1 }}>
            <Skeleton width="40%" />
            <Skeleton width="60%" />
          </Box>
          <Skeleton variant="rounded" width={64} height={22} />
        </Box>
      ))}
    </Box>
  )
}
