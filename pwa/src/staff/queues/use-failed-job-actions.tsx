import { maxRetries } from '@kerbside/schema/events/event.jobs'
import { useQueryClient } from '@tanstack/react-query'
import { rescueFocus, useConfirmed } from '../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { useFreshDialog, type DialogState } from '../ui/dialogs/fresh-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
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
  const refresh = () => client.invalidateQueries({ queryKey: queueKeys.all })

  /** Takes a job off the screen that was decided. */
  function settle({ id }: FailedJob): void {
    client.setQueriesData<FailedJobPage>({ queryKey: queueKeys.failed(name) }, (page) => page && without(page, id))
    void refresh()
    requestAnimationFrame(rescueFocus)
  }
  const retry = useAction({
    mutationFn: ({ id }: FailedJob) => retryJob(name, id),
    done: (_answer, job) => `Retried: ${jobTitle(job)}`,
    failed: true,
    onSuccess: (_answer, job) => settle(job),
    onError: () => void refresh(), // a colleague, or the worker itself, may have retried it meanwhile
  })
  const all = useConfirmed({
    mutationFn: (_count: number) => retryFailedJobs(name),
    question: (count) => ({
      title: 'Retry all failed jobs',
      text: retryAllText(name, count),
      confirm: 'Retry all',
      busyText: 'Retrying…',
    }),
    done: (retried) => (retried === 1 ? 'Retried 1 job' : `Retried ${retried} jobs`),
    refreshes: { queryKey: queueKeys.all },
  })
  const discard = useFreshDialog((job: FailedJob, state) => (
    <DiscardDialog name={name} job={job} onDiscarded={settle} {...state} />
  ))
  return {
    retry: retry.mutate,
    retryingId: retry.isPending ? retry.variables.id : null,
    retryAll: all.ask,
    discard: discard.open,
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

type DiscardDialogProps = DialogState & {
  name: JobQueue['name']
  job: FailedJob
  onDiscarded: (job: FailedJob) => void
}

/** Asks for the reason, which the audit trail stores. */
function DiscardDialog({ name, job, onDiscarded, open, onClose }: DiscardDialogProps) {
  const form = useForm({
    start: { reason: '' },
    save: ({ reason }) => discardJob(name, job.id, reason),
    done: `Discarded: ${jobTitle(job)}`,
    onDone: () => {
      onClose()
      onDiscarded(job)
    },
  })
  return (
    <FormDialog
      {...{ form, open, onClose }}
      title={`Discard ${jobTitle(job)}`}
      text={`${queueLabels[name].discard} This cannot be undone.`}
      submit="Discard"
      busyText="Discarding…"
    >
      <Field form={form} name="reason" label="Reason" helperText="For example: the address does not exist" autoFocus />
    </FormDialog>
  )
}
