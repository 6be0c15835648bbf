import { maxRetries } from '@kerbside/schema/events/event.jobs'
import { TextField } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors, messageOf } from '../../api/api-error.ts'
import { ConfirmDialog, rescueFocus, useConfirmed } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toasts.tsx'
import { failedJobsText, jobTitle, queueLabels } from './queue-labels.ts'
import {
  discardJob,
  queueKeys,
  retryFailedJobs,
  retryJob,
  type FailedJob,
  type FailedJobPage,
  type JobQueue,
} from './queues.queries.ts'

export type FailedJobActions = ReturnType<typeof useFailedJobActions>

/** Retry, discard and retry all of one queue. `dialogs` is to be rendered outside of the list, which changes by itself. */
export function useFailedJobActions({ name }: JobQueue) {
  const client = useQueryClient()
  const toast = useToast()
  const refresh = () => client.invalidateQueries({ queryKey: queueKeys.all })

  /** Takes a job off the screen that was decided. */
  function settle({ id }: FailedJob): void {
    client.setQueriesData<FailedJobPage>({ queryKey: queueKeys.failed(name) }, (page) => page && without(page, id))
    void refresh()
    requestAnimationFrame(rescueFocus)
  }
  const retry = useMutation({
    mutationFn: ({ id }: FailedJob) => retryJob(name, id),
    onSuccess: (_answer, job) => {
      toast.success(`Retried: ${jobTitle(job)}`)
      settle(job)
    },
    onError: (error) => {
      toast.error(messageOf(error))
      void refresh() // a colleague, or the worker itself, may have retried it meanwhile
    },
  })
  const all = useConfirmed({
    mutationFn: (_count: number) => retryFailedJobs(name),
    question: (count) => ({
      title: 'Retry all failed jobs',
      text: retryAllText(name, count),
      confirm: 'Retry all',
      busyText: 'Retrying…',
    }),
    onSuccess: (retried) => toast.success(retried === 1 ? 'Retried 1 job' : `Retried ${retried} jobs`),
    onSettled: () => void refresh(),
  })
  const discard = useDiscard(name, settle)
  return {
    retry: retry.mutate,
    retryingId: retry.isPending ? retry.variables.id : null,
    retryAll: all.ask,
    discard: discard.ask,
    dialogs: (
      <>
        {all.dialog}
        {discard.dialog}
      </>
    ),
  }
}

const without = (page: FailedJobPage, id: string): FailedJobPage => ({
  ...page,
  totalCount: page.totalCount - 1,
  nodes: page.nodes.filter((job) => job.id !== id),
})

function retryAllText(name: JobQueue['name'], count: number): string {
  const part = count > maxRetries ? ` The oldest ${maxRetries} come first; press again for the next.` : ''
  return `${failedJobsText(count)} of ${queueLabels[name].label} will be tried again. What was done before is not done twice.${part}`
}

/** Asks for the reason, which the audit trail stores. */
function useDiscard(name: JobQueue['name'], onDiscarded: (job: FailedJob) => void) {
  const toast = useToast()
  // It stays when the dialog closes, so that the texts stay while it fades out.
  const [job, setJob] = useState<FailedJob | null>(null)
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const discard = useMutation({
    mutationFn: ({ id }: FailedJob) => discardJob(name, id, reason),
    onSuccess: (_answer, discarded) => {
      setOpen(false)
      toast.success(`Discarded: ${jobTitle(discarded)}`)
      onDiscarded(discarded)
    },
  })
  function ask(asked: FailedJob): void {
    discard.reset()
    setReason('')
    setJob(asked)
    setOpen(true)
  }
  const wrong = fieldErrors(discard.error)['reason']
  const field = (
    <TextField
      autoFocus
      fullWidth
      margin="dense"
      label="Reason"
      value={reason}
      error={wrong !== undefined}
      helperText={wrong?.join(' ') ?? 'For example: the address does not exist'}
      onChange={(event) => setReason(event.target.value)}
    />
  )
  const dialog = job && (
    <ConfirmDialog
      open={open}
      title={`Discard ${jobTitle(job)}`}
      text={`${queueLabels[name].discard} This cannot be undone.`}
      confirm="Discard"
      busyText="Discarding…"
      busy={discard.isPending}
      error={wrong === undefined ? discard.error : null}
      field={field}
      onConfirm={() => discard.mutate(job)}
      onClose={() => setOpen(false)}
    />
  )
  return { ask, dialog }
}
