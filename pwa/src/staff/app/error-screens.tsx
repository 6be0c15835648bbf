import { Box, Button, Stack, Typography } from '@mui/material'
import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'

/** Replaces a screen that could not be loaded or rendered. */
export function ErrorScreen() {
  const error = useRouteError()
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', p: 2 }}>
      <Typography variant="h1">Unexpected Application Error!</Typography>
      <Typography sx={{ color: 'text.secondary', my: 2 }}>
        {error instanceof Error ? error.message : String(error)}
      </Typography>
      <Stack direction="row" spacing={1}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
        <Button href="/">Return to Home</Button>
      </Stack>
    </Box>
  )
}

export function NotFoundScreen() {
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
