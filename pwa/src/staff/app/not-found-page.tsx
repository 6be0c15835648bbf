import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'

export function NotFoundPage() {
  useEffect(() => {
    document.title = 'Page not found · Kerbside'
  }, [])
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 1, p: 2 }}
    >
      <Typography sx={{ fontSize: '3rem', fontWeight: 700 }} aria-hidden>
        404
      </Typography>
      <Typography variant="h1">Oops! Page not found</Typography>
      <Button href="/" variant="contained" sx={{ mt: 2 }}>
        Return to Home
      </Button>
    </Box>
  )
}
