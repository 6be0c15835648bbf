import { brand } from '@kerbside/schema/brand'
import { Box } from '@mui/material'
import { LogoMark } from '../../brand/logo-mark.tsx'

/** The logo of the public site on its green. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'inline-grid',
        placeItems: 'center',
        flexShrink: 0,
        width: size,
        height: size,
        borderRadius: 1,
        bgcolor: brand.greenDeep,
        color: brand.ground,
      }}
    >
      <LogoMark size={Math.round(size * 0.78)} />
    </Box>
  )
}
