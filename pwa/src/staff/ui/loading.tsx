import { Box, CircularProgress, Typography } from '@mui/material'

/** Stays invisible for the first 400 ms, so that short loads do not flicker. */
export function Loading({ label }: { label: string }) {
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1.5,
        py: 8,
        color: 'text.secondary',
        animation: 'staff-appear 1ms 400ms both',
        '@keyframes staff-appear': { from: { opacity: 0 }, to: { opacity: 1 } },
      }}
    >
      <CircularProgress size={20} color="inherit" aria-hidden />
      <Typography>{label}</Typography>
    </Box>
  )
}
