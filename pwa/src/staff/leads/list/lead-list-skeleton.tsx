import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

/** The shape of what is coming; that it is loading is said above it. */
export function LeadListSkeleton({ asCards }: { asCards: boolean }) {
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      {Array.from({ length: asCards ? 5 : 8 }, (_, row) => (
        <Box key={row} aria-hidden sx={{ display: 'flex', gap: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Box sx={{ flex: 1 }}>
            <Skeleton width="70%" />
            <Skeleton width="40%" />
          </Box>
          <Box sx={{ flex: 2 }}>
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </Box>
          {!asCards && <Skeleton variant="rounded" width={80} height={22} />}
          {!asCards && <Skeleton width={130} />}
        </Box>
      ))}
    </Box>
  )
}
