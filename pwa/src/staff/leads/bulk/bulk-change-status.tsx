import { Alert, Button, LinearProgress, Typography, type AlertColor } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { Muted, VisuallyHidden } from '../../ui/section.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { numberOfLeads } from '../lead-labels.ts'
import { leadKeys } from '../leads.queries.ts'
import {
  actionOf,
  dismissBulkChange,
  isBulkUnfinished,
  latestBulkChange,
  reportOf,
  stopBulkChange,
  type BulkChange,
} from './bulk-changes.queries.ts'
import { bulkTitles, bulkDoneText, isClean, Report } from './bulk-report.tsx'

type StatusProps = { open: boolean; onOpen: () => void; onClose: () => void }

/**
 * The change of many leads that the server makes for the person: a line above the list until its report was closed, and a
 * dialog with progress, Stop and report.
 */
export function BulkChangeStatus({ open, onOpen, onClose }: StatusProps) {
  const client = useQueryClient()
  const toast = useToast()
  const { data: change = null } = useQuery(latestBulkChange())
  const { queryKey } = latestBulkChange()
  const stop = useMutation({
    mutationFn: stopBulkChange,
    onSuccess: (stopped) => client.setQueryData(queryKey, stopped),
  })
  const dismiss = useMutation({
    mutationFn: dismissBulkChange,
    onSuccess: () => client.setQueryData(queryKey, null),
    onError: (error) => toast.error(messageOf(error)),
  })
  const isOver = change !== null && !isBulkUnfinished(change)
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: leadKeys.all })
  }, [isOver, client])
  if (change === null) return null

  const { id, state } = change
  const close = () => {
    onClose()
    if (isOver) dismiss.mutate(id)
  }
  const actions = (
    <>
      {!isOver && (
        <Button color="inherit" loading={stop.isPending} onClick={() => stop.mutate(id)}>
          Stop
        </Button>
      )}
      <Button variant="contained" autoFocus onClick={close}>
        Close
      </Button>
    </>
  )
  return (
    <>
      {!open && (
        <Alert
          severity={severityOf(change)}
          role="group"
          aria-label="Change of many leads"
          sx={{ mb: 2 }}
          action={
            <Button size="small" color="inherit" onClick={onOpen}>
              {isOver ? 'Report' : 'Show'}
            </Button>
          }
        >
          {isOver ? overText(change) : `${bulkTitles[actionOf(change).kind].busyText} ${progressText(change)}`}
        </Alert>
      )}
      <DialogFrame
        {...{ open, actions }}
        title={bulkTitles[actionOf(change).kind].title}
        error={stop.error}
        onClose={close}
      >
        {state === 'STOPPED' && <StateAlert text={`Stopped after ${progressText(change)}.`} />}
        {state === 'FAILED' && <StateAlert text={`Ended after ${progressText(change)}: ${change.error ?? ''}`} />}
        {isOver ? <Report report={reportOf(change)} action={actionOf(change)} /> : <Progress change={change} />}
      </DialogFrame>
    </>
  )
}

const StateAlert = ({ text }: { text: string }) => (
  <Alert severity="warning" sx={{ mb: 1.5 }}>
    {text}
  </Alert>
)

function Progress({ change }: { change: BulkChange }) {
  const { done, total } = change
  const progress = total === null ? {} : ({ variant: 'determinate', value: total && (done / total) * 100 } as const)
  return (
    <>
      <LinearProgress aria-label="Progress" {...progress} sx={{ my: 1 }} />
      <Typography>{progressText(change)}</Typography>
      <Muted>It goes on if you close this page. Stop ends it after the lead that is being changed.</Muted>
      <VisuallyHidden role="status">The change has begun.</VisuallyHidden>
    </>
  )
}

/** '1,200 of 5,000 leads' */
const progressText = ({ done, total }: BulkChange) =>
  total === null ? 'Listing the leads' : `${done.toLocaleString('en-GB')} of ${numberOfLeads(total)}`

function overText(change: BulkChange): string {
  const text = bulkDoneText(actionOf(change), change.changed)
  if (change.state === 'STOPPED') return `Stopped: ${text}.`
  if (change.state === 'FAILED') return `Failed: ${text}.`
  return isClean(reportOf(change)) ? `${text}.` : `${text}. Others were left out.`
}

function severityOf(change: BulkChange): AlertColor {
  if (isBulkUnfinished(change)) return 'info'
  return change.state === 'DONE' && isClean(reportOf(change)) ? 'success' : 'warning'
}
