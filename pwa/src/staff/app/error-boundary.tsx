import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Component, type ReactNode } from 'react'

type ErrorBoundaryState = { error: unknown }

/** What nobody expected; the rest of the address bar still works. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error ?? new Error('Unknown error') }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
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
}
