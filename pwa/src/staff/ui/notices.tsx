import CloudOffIcon from '@mui/icons-material/CloudOff'
import { Alert, AlertTitle, Box, Button, CircularProgress, type SxProps, Typography } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { ownDevice } from '../../api/own-device/own-device.ts'
import { formatSince } from './times.ts'

type FailedQuery = Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'> & { failureReason?: unknown }

type LoadFailureProps = { query: FailedQuery; title?: string | undefined; sx?: SxProps }

/** What could not be loaded and why, and the way to try again. */
export function LoadFailure({
  query: { error: final, failureReason, refetch, isFetching },
  title,
  sx,
}: LoadFailureProps) {
  const error = final ?? failureReason
  const isNotKept = isOffline(error) && ownDevice.isChosen()
  const retry = (
    <Button
      color="inherit"
      size="small"
      onClick={() => void refetch()}
      loading={isFetching}
      sx={{ whiteSpace: 'nowrap' }}
    >
      Try again
    </Button>
  )
  return (
    <Alert {...(isNotKept ? offline : { severity: 'error' })} action={retry} sx={sx}>
      {title !== undefined && <AlertTitle>{title}</AlertTitle>}
      {isNotKept ? notKept : messageOf(error)}
    </Alert>
  )
}

const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'OFFLINE'
const offline = { severity: 'warning', icon: <CloudOffIcon fontSize="small" /> } as const
const notKept = 'This needs a connection: it is not kept on this device.'

type ShownQuery = Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt' | 'failureReason'>

/** Above data that could not be refreshed: when it was loaded. */
export function StaleNotice({ query }: { query: ShownQuery }) {
  const { isRefetchError, dataUpdatedAt, failureReason } = query
  if (dataUpdatedAt === 0) return null
  if (!isRefetchError && !isOffline(failureReason)) return null
  return (
    <Alert {...offline} sx={{ mb: 2, py: 0 }}>
      Offline — as of {formatSince(new Date(dataUpdatedAt))}
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
