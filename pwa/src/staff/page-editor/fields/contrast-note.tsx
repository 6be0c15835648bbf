import type { ContrastVerdict } from '@kerbside/schema/pages/colour-tools'
import WarningIcon from '@mui/icons-material/WarningAmber'
import Box from '@mui/material/Box'

/** How well a text can be read on its ground, in words; a warning when it cannot. */
export function ContrastNote({ verdict }: { verdict: ContrastVerdict }) {
  if (verdict.enough) return verdict.words
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'start', color: 'warning.main' }}>
      <WarningIcon sx={{ fontSize: 16 }} aria-hidden />
      {verdict.words}
    </Box>
  )
}
