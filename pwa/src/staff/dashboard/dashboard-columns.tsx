import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export function DashboardColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ order: { xs: 2, lg: 1 } }}>{main}</Box>
      <Box sx={{ order: { xs: 1, lg: 2 } }}>{side}</Box>
    </Box>
  )
}
