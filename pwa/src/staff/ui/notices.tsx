import CloudOffIcon from '@mui/icons-material/CloudOff'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { formatTime } from './times.ts'

/** What could not be loaded, and the way to try again. */
export function LoadFailure({ error, retry, retrying }: { error: unknown; retry: () => void; retrying: boolean }) {
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={retry} loading={retrying}>
          Try again
        </Button>
      }
    >
      {messageOf(error)}
    </Alert>
  )
}

/** Shown above data that could not be refreshed; `since` is when it was true. */
export function StaleNotice({ since }: { since: number }) {
  return (
    <Alert severity="warning" icon={<CloudOffIcon fontSize="small" />} sx={{ mb: 2 }}>
      Offline — as of {formatTime(new Date(since))}
    </Alert>
  )
}

/** Says what to do when there is nothing to show. */
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
