import CloudOffIcon from '@mui/icons-material/CloudOff'
import { Alert, Box, Button, CircularProgress, type SxProps, Typography } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { formatTime } from './times.ts'

type FailedQuery = Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>

/** What could not be loaded, and the way to try again. */
export function LoadFailure({ query: { error, refetch, isFetching }, sx }: { query: FailedQuery; sx?: SxProps }) {
  const retry = (
    <Button color="inherit" size="small" onClick={() => void refetch()} loading={isFetching}>
      Try again
    </Button>
  )
  return (
    <Alert severity="error" action={retry} sx={sx}>
      {messageOf(error)}
    </Alert>
  )
}

/** Above data that could not be refreshed: when it was loaded. */
export function StaleNotice({ query }: { query: Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt'> }) {
  if (!query.isRefetchError) return null
  return (
    <Alert severity="warning" icon={<CloudOffIcon fontSize="small" />} sx={{ mb: 2 }}>
      Offline — as of {formatTime(new Date(query.dataUpdatedAt))}
    </Alert>
  )
}

/** In place of a list without entries: why it has none and what to do. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Box sx={{ textAlign: 'center', px: 2, py: { xs: 5, md: 7 } }}>
      <Typography variant="h2" component="p">
        {title}
      </Typography>
      {children !== undefined && (
        <Typography sx={{ color: 'text.secondary', mt: 0.5, mx: 'auto', maxWidth: 440 }}>{children}</Typography>
      )}
      {action !== undefined && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Box>
  )
}

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
