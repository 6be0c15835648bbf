import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A list whose rows are parted by lines. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', m: 0, p: 0, '& > li:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' } }}
    >
      {children}
    </Box>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1, alignItems: 'flex-start', py: 1 }}
    >
      {children}
    </Box>
  )
}
