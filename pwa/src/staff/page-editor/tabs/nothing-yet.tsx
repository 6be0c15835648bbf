import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** In place of an empty list. */
export function NothingYet({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary', py: 1 }}>{children}</Typography>
}
